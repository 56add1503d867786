import { openDatabase } from './database'

/** Copies a file as it is at this moment, beside processes that read and write it. Blocks until it is copied. */
export function copyDatabase(from: string, to: string) {
  const db = openDatabase(from, { readonly: true })
  try {
    db.run('VACUUM INTO ?', [to])
  } finally {
    db.close()
  }
}
