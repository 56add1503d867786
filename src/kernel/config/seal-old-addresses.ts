import { eq, sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CompanyContext } from '../company/company-context'
import { withoutTrace } from '../database/without-trace'
import { sealAddress } from './sealed-secret'

interface AddressColumn {
  table: string
  key: string
  column: string
}

export function sealOldAddresses({ db, company }: CompanyContext, columns: readonly AddressColumn[]) {
  const { services, sqlite } = company
  const old = columns.flatMap(({ table: name, key, column }) => {
    const table = sqliteTable(name, { id: integer(key).notNull(), url: text(column).notNull() })
    // A sealed text contains no colon.
    const rows = db
      .select()
      .from(table)
      .where(sql`instr(${table.url}, ':') > 0`)
      .all()
    return rows.map((row) => ({ ...row, table }))
  })
  if (old.length === 0) return
  withoutTrace(sqlite, () => {
    for (const { table, id, url } of old) {
      db.update(table)
        .set({ url: sealAddress(services.sealer, url) })
        .where(eq(table.id, id))
        .run()
    }
  })
}
