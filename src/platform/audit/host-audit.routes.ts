import { Elysia } from 'elysia'
import { sendAuditSheet } from '../../kernel/audit/send-audit-sheet'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import { serialDate } from '../../kernel/spreadsheet/read/cell-text'
import type { SpreadsheetCell } from '../../kernel/spreadsheet/write/harmless-cell.contract'
import { assertMayExport } from '../../kernel/spreadsheet/write/send-spreadsheet'
import { timeZoneOf } from '../../kernel/time/time-zone'
import { keysOf } from '../../kernel/typed-object.contract'
import { audit, type Platform } from '../platform'
import { type ExportHostAuditQuery, hostAuditCalls } from './host-audit.calls'
import { listHostAudit, walkHostAudit } from './list-host-audit'

/** Times are those of the super user's company. */
export function hostAuditRoutes(guard: UserGuard, platform: Platform) {
  return answerCalls(new Elysia({ name: 'host-audit' }).use(guard), hostAuditCalls, {
    'GET /host-audit': ({ ctx, query }) => {
      assertSuperUser(ctx)
      return listHostAudit(platform, query, timeZoneOf(ctx))
    },
    'GET /host-audit/export': ({ ctx, query }) => exportHostAudit(platform, ctx, query),
  })
}

/** @throws Refusal ERR_NO_PERMISSION */
function assertSuperUser({ actor }: CompanyContext) {
  if (actor.kind !== 'user' || !actor.super) refuse('ERR_NO_PERMISSION')
  return actor
}

const batchSize = 500
const widths = { at: 18, action: 34, company: 28, by: 34, whom: 34, address: 20, details: 80 }

/** Audited itself. @throws Refusal ERR_NO_PERMISSION, ERR_TOO_MANY_REQUESTS */
async function exportHostAudit(
  platform: Platform,
  ctx: CompanyContext,
  { format, exportId, ...filter }: ExportHostAuditQuery,
): Promise<Response> {
  const { userId } = assertSuperUser(ctx)
  assertMayExport(ctx)
  const timeZone = timeZoneOf(ctx)
  const { host: words } = await platform.ports.auditWords(ctx)
  audit(platform, 'audit.exported', { companyId: ctx.company.id, userId }, { format })
  function* rows(): Generator<SpreadsheetCell[][]> {
    for (const batch of walkHostAudit(platform, filter, timeZone, batchSize)) {
      yield batch.map(({ at, type, companyId, companyName, user, whom, address, details }) => [
        serialDate(Date.parse(at), timeZone),
        words.action(type),
        companyName || (companyId === null ? '' : `#${companyId}`),
        user,
        whom,
        address,
        words.details(type, details).join('; '),
      ])
    }
  }
  const columns = keysOf(widths).map((name) => [words.columns[name], widths[name]] as const)
  const { fileName, sheetName } = words
  return sendAuditSheet(ctx, { fileName, sheetName, columns, rows: rows(), format, exportId })
}
