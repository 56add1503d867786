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

export type Reseal = (sealed: string) => string | undefined

const batchSize = 100

/** Seals columns with another key. Empties texts and deletes keys and mails that cannot be opened, and returns their number. */
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
  const names = keys.join(', ')
  const marks = keys.map(() => '?').join(', ')
  const page = (after: string) =>
    db.query<Row, (Value | number | null)[]>(
      `SELECT ${names}, ${column} FROM ${table} WHERE ${column} IS NOT NULL ${after} ORDER BY ${names} LIMIT ${batchSize}`,
    )
  const [first, following] = [page(''), page(`AND (${names}) > (${marks})`)]
  let lost = 0
  const keyOf = (row: Row) => keys.map((name) => row[name] ?? null)
  const transaction = <T>(work: () => T) => db.transaction(work).immediate()
  await inBatches<Row>(
    { transaction },
    {
      next: (last) => (last ? following.all(...keyOf(last)) : first.all()),
      work(row) {
        const value = row[column] as Value
        const next = forms[form](value, reseal)
        if (next === value) return
        if (next === undefined) lost++
        if (next === undefined && form !== 'text') remove.run(...keyOf(row))
        else set.run(next ?? '', ...keyOf(row))
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
