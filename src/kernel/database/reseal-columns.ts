import type { Database } from 'bun:sqlite'
import { inBatches } from '../company/batches'

export interface SealedColumn {
  table: string
  column: string
  /** `bytes`: sealed text as bytes. `mail`: in the payload of a job. */
  form: 'text' | 'bytes' | 'mail'
}

type Value = string | Uint8Array
type Row = Record<string, Value | number>

/** Seals one text with another key. Undefined when it cannot be opened. */
export type Reseal = (sealed: string) => string | undefined

const batchSize = 500

/**
 * Seals columns with another key. What cannot be opened is of no use under any key: texts are emptied, rows of keys and mails
 * deleted. Returns how many there were.
 */
export async function resealColumns(db: Database, columns: readonly SealedColumn[], reseal: Reseal) {
  let lost = 0
  for (const column of columns) lost += await resealColumn(db, column, reseal)
  return lost
}

async function resealColumn(db: Database, { table, column, form }: SealedColumn, reseal: Reseal) {
  const keys = db
    .query<{ name: string; pk: number }, []>(`PRAGMA table_info(${table})`)
    .all()
    .filter(({ pk }) => pk > 0)
    .map(({ name }) => name)
  const where = keys.map((key) => `${key} = ?`).join(' AND ')
  const set = db.query(`UPDATE ${table} SET ${column} = ? WHERE ${where}`)
  const remove = db.query(`DELETE FROM ${table} WHERE ${where}`)
  const rows = db.query<Row, []>(`SELECT ${[...keys, column].join(', ')} FROM ${table} WHERE ${column} IS NOT NULL`)
  let lost = 0
  const all = rows.all()
  const transaction = <T>(work: () => T) => db.transaction(work).immediate()
  await inBatches<Row>(
    { transaction },
    {
      next: (_, done) => all.slice(done, done + batchSize),
      work(row) {
        const key = keys.map((name) => row[name] ?? null)
        const value = row[column] as Value
        const next = forms[form](value, reseal)
        if (next === value) return
        if (next === undefined) lost++
        if (next === undefined && form !== 'text') remove.run(...key)
        else set.run(next ?? '', ...key)
      },
    },
  )
  return lost
}

const forms: Record<SealedColumn['form'], (value: Value, reseal: Reseal) => Value | undefined> = {
  text: (value, reseal) => (value === '' ? value : reseal(String(value))),
  bytes(value, reseal) {
    const sealed = reseal(Buffer.from(value as Uint8Array).toString('base64'))
    return sealed === undefined ? undefined : Buffer.from(sealed, 'base64')
  },
  mail(value, reseal) {
    const payload = JSON.parse(String(value)) as Record<string, unknown>
    // A held job is a row in JSON, and its payload JSON again.
    if (typeof payload['payload'] === 'string') {
      const inner = forms.mail(payload['payload'], reseal)
      return inner === undefined ? undefined : JSON.stringify({ ...payload, payload: inner })
    }
    if (typeof payload['sealed'] !== 'string') return value
    const sealed = reseal(payload['sealed'])
    return sealed === undefined ? undefined : JSON.stringify({ ...payload, sealed })
  },
}
