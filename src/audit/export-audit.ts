import { recordAudit } from '../kernel/audit/audit'
import { type AuditWords, sendAuditSheet } from '../kernel/audit/send-audit-sheet'
import type { CompanyContext } from '../kernel/company/company-context'
import { serialDate } from '../kernel/spreadsheet/read/cell-text'
import type { SpreadsheetCell } from '../kernel/spreadsheet/write/harmless-cell.contract'
import { assertMayExport } from '../kernel/spreadsheet/write/send-spreadsheet'
import { timeZoneOf } from '../kernel/time/time-zone'
import { keysOf } from '../kernel/typed-object.contract'
import type { ExportAuditQuery } from './audit.contract'
import { assertMayAudit, walkAudit } from './list-audit'
import { recordNames } from './record-names.view'

const widths = { at: 18, by: 24, address: 18, action: 24, object: 22, name: 28, changes: 80 }

/** Newest first; audited itself. @throws Refusal ERR_NO_PERMISSION, ERR_TOO_MANY_REQUESTS */
export async function exportAudit(ctx: CompanyContext, { format, exportId, ...filter }: ExportAuditQuery) {
  assertMayAudit(ctx)
  assertMayExport(ctx)
  const { company: words } = await ctx.company.services.ports.auditWords(ctx)
  const changes = [{ field: 'format', to: format }]
  ctx.transaction(() => recordAudit(ctx, { object: 'audit', action: 'exported', changes }))
  const columns = keysOf(widths).map((name) => [words.columns[name], widths[name]] as const)
  const { fileName, sheetName } = words
  return sendAuditSheet(ctx, { fileName, sheetName, columns, rows: rowsToWrite(ctx, filter, words), format, exportId })
}

function* rowsToWrite(
  ctx: CompanyContext,
  filter: Parameters<typeof walkAudit>[1],
  words: AuditWords['company'],
): Generator<SpreadsheetCell[][]> {
  const timeZone = timeZoneOf(ctx)
  const named = recordNames(ctx)
  for (const rows of walkAudit(ctx, filter)) {
    yield rows.map((entry) => [
      serialDate(entry.at.getTime(), timeZone),
      words.by(entry),
      entry.address,
      words.action(entry.action),
      words.object(entry.object),
      words.name(entry),
      words.changes(entry.object, named(entry.changes)).join('; '),
    ])
  }
}
