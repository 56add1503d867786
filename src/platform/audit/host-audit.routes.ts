import { Elysia } from 'elysia'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import { serialDate } from '../../kernel/spreadsheet/read/cell-text'
import type { SpreadsheetCell } from '../../kernel/spreadsheet/write/harmless-cell.contract'
import { assertMayExport, sendSpreadsheet } from '../../kernel/spreadsheet/write/send-spreadsheet'
import { timeZoneOf } from '../../kernel/time/time-zone'
import { audit, type Platform } from '../platform'
import { type ExportHostAuditQuery, hostAuditCalls } from './host-audit.calls'
import { hostAuditSheets, hostAuditText } from './host-audit-texts.contract'
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

/** Audited itself. @throws Refusal ERR_NO_PERMISSION, ERR_TOO_MANY_REQUESTS */
function exportHostAudit(
  platform: Platform,
  ctx: CompanyContext,
  { format, exportId, ...filter }: ExportHostAuditQuery,
): Response {
  const { userId } = assertSuperUser(ctx)
  assertMayExport(ctx)
  const timeZone = timeZoneOf(ctx)
  const { language } = ctx.company.services.about(ctx.company.id)
  audit(platform, 'audit.exported', { companyId: ctx.company.id, userId }, { format })
  function* rows(): Generator<SpreadsheetCell[][]> {
    for (const batch of walkHostAudit(platform, filter, timeZone, batchSize)) {
      yield batch.map(({ at, type, companyId, companyName, user, whom, address, facts }) => [
        serialDate(Date.parse(at), timeZone),
        hostAuditText(type, language),
        companyName || (companyId === null ? '' : `#${companyId}`),
        user,
        whom,
        address,
        facts.map(({ name, value }) => `${name}: ${value}`).join('; '),
      ])
    }
  }
  const { file, sheet, columns } = hostAuditSheets[language]
  return sendSpreadsheet(ctx, {
    fileName: file,
    exportId,
    format,
    sheetName: sheet,
    columns: columns.map((title, index) => ({
      title,
      width: [18, 34, 28, 34, 34, 20, 80][index],
      ...(index === 0 && { format: 'date' as const }),
    })),
    rows: rows(),
  })
}
