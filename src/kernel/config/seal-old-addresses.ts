import type { CompanyContext } from '../company/company-context'
import { withoutTrace } from '../database/without-trace'
import { sealAddress } from './sealed-address'

interface AddressColumn {
  table: string
  key: string
  column: string
}

/** Seals the addresses that earlier releases stored in clear. */
export function sealOldAddresses(ctx: CompanyContext, columns: readonly AddressColumn[]) {
  const { services, sqlite } = ctx.company
  const old = columns.flatMap((column) => readOld(ctx, column))
  if (old.length === 0) return
  withoutTrace(sqlite, () => {
    for (const { table, key, column, id, url } of old) {
      sqlite.query(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`).run(sealAddress(services.sealer, url), id)
    }
  })
}

/** A sealed text contains no colon. */
function readOld({ company }: CompanyContext, { table, key, column }: AddressColumn) {
  const rows = company.sqlite.query<{ id: number; url: string }, []>(
    `SELECT ${key} AS id, ${column} AS url FROM ${table} WHERE instr(${column}, ':') > 0`,
  )
  return rows.all().map((row) => ({ ...row, table, key, column }))
}
