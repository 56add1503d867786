import { sealAddress } from '../../kernel/config/sealed-address'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { withoutTrace } from '../../kernel/database/without-trace'
import type { CompanyId } from '../../kernel/ids'
import type { Platform } from '../../platform/platform'

/** Seals the addresses of earlier releases. Runs for each file that is opened. */
export function sealOldAddresses(platform: Platform, companyId: CompanyId) {
  const ctx = createContext(platform.files.use(companyId))
  const old = tables.flatMap(({ table, key }) => readOld(ctx, table, key))
  if (old.length === 0) return
  withoutTrace(ctx.company.sqlite, () => {
    for (const { table, key, id, url } of old) {
      const sealed = sealAddress(ctx.company.services.sealer, url)
      ctx.company.sqlite.query(`UPDATE ${table} SET url = ? WHERE ${key} = ?`).run(sealed, id)
    }
  })
}

const tables = [
  { table: 'company_webhook', key: 'id' },
  { table: 'connection_webhook', key: 'connection_id' },
]

/** A sealed text contains no colon. */
function readOld({ company }: CompanyContext, table: string, key: string) {
  const rows = company.sqlite.query<{ id: number; url: string }, []>(
    `SELECT ${key} AS id, url FROM ${table} WHERE instr(url, ':') > 0`,
  )
  return rows.all().map((row) => ({ ...row, table, key }))
}
