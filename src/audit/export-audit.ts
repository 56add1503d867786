import { recordAudit } from '../kernel/audit/audit'
import type { CompanyContext } from '../kernel/company/company-context'
import { serialDate } from '../kernel/spreadsheet/read/cell-text'
import type { SpreadsheetCell } from '../kernel/spreadsheet/write/harmless-cell.contract'
import { assertMayExport, sendSpreadsheet } from '../kernel/spreadsheet/write/send-spreadsheet'
import { timeZoneOf } from '../kernel/time/time-zone'
import { actorLanguage } from '../user/user.queries'
import { auditChangeText, type AuditTexts } from './audit-texts.contract'
import { auditTextsEn } from './audit-texts-en.contract'
import { auditTextsEs } from './audit-texts-es.contract'
import { auditTextsPt } from './audit-texts-pt.contract'
import type { ExportAuditQuery } from './audit.contract'
import { assertMayAudit, walkAudit } from './list-audit'

const widths = [18, 24, 18, 24, 22, 28, 80]

const sheets = {
  pt: {
    file: 'auditoria',
    sheet: 'Auditoria',
    columns: ['Data', 'Quem', 'Endereço', 'Ação', 'Objeto', 'Nome', 'Alterações'],
    texts: auditTextsPt,
  },
  en: {
    file: 'audit-log',
    sheet: 'Audit log',
    columns: ['Time', 'Who', 'Address', 'Action', 'Object', 'Name', 'Changes'],
    texts: auditTextsEn,
  },
  es: {
    file: 'auditoria',
    sheet: 'Auditoría',
    columns: ['Fecha', 'Quién', 'Dirección', 'Acción', 'Objeto', 'Nombre', 'Cambios'],
    texts: auditTextsEs,
  },
}

/** Newest first; audited itself. @throws Refusal ERR_NO_PERMISSION, ERR_TOO_MANY_REQUESTS */
export function exportAudit(ctx: CompanyContext, { format, exportId, ...filter }: ExportAuditQuery): Response {
  assertMayAudit(ctx)
  assertMayExport(ctx)
  const { file, sheet, columns, texts } = sheets[actorLanguage(ctx)]
  const changes = [{ field: 'format', to: format }]
  ctx.transaction(() => recordAudit(ctx, { object: 'audit', action: 'exported', changes }))
  return sendSpreadsheet(ctx, {
    fileName: file,
    exportId,
    format,
    sheetName: sheet,
    columns: columns.map((title, index) => ({
      title,
      width: widths[index],
      ...(index === 0 && { format: 'date' as const }),
    })),
    rows: rowsToWrite(ctx, filter, texts),
  })
}

function* rowsToWrite(
  ctx: CompanyContext,
  filter: Parameters<typeof walkAudit>[1],
  texts: AuditTexts,
): Generator<SpreadsheetCell[][]> {
  const timeZone = timeZoneOf(ctx)
  const labels = { ...texts, fieldOf: (field: string) => texts.fieldNames[field] ?? field }
  for (const rows of walkAudit(ctx, filter)) {
    yield rows.map(({ at, byKind, byName, address, action, object, objectId, objectName, changes }) => [
      serialDate(at.getTime(), timeZone),
      byKind === 'user' ? byName : [texts.by[byKind], byName].filter(Boolean).join(': '),
      address,
      texts.actions[action],
      texts.objects[object] ?? object,
      objectName || (objectId === null ? '' : `#${objectId}`),
      changes.map((change) => auditChangeText(change, labels)).join('; '),
    ])
  }
}
