import type { CompanyContext } from '../kernel/company/company-context'
import { recordEvent } from '../kernel/event/event-log'
import type { SpreadsheetCell } from '../kernel/spreadsheet/write/harmless-cell.contract'
import { assertMayExport, sendSpreadsheet } from '../kernel/spreadsheet/write/send-spreadsheet'
import type { ColumnFormat } from '../kernel/spreadsheet/write/xlsx-writer'
import { serialDate } from '../kernel/spreadsheet/read/cell-text'
import { timeZoneOf } from '../kernel/time/time-zone'
import { assertMayReport, rowsOf, walkAttendances } from './list-attendances'
import type { AttendanceReportRow } from './report.calls'
import {
  type AttendanceFilter,
  type ExportAttendancesQuery,
  attendanceStatusesEn,
  attendanceStatusesEs,
  attendanceStatusesPt,
} from './report.contract'
import { actorLanguage } from '../user/user.queries'
import type { TicketStatus } from '../ticket/ticket-status'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'report.exported': { format: string; filter: object }
  }
}

const batchSize = 500
const minutesPerDay = 1440
const columnFormats: Readonly<Record<number, ColumnFormat>> = { 6: 'date', 7: 'date', 8: 'duration' }

/** Newest first; logged. @throws Refusal */
export function exportAttendances(
  ctx: CompanyContext,
  { format, exportId, ...filter }: ExportAttendancesQuery,
): Response {
  assertMayReport(ctx)
  assertMayExport(ctx)
  const texts = attendanceTexts[actorLanguage(ctx)]
  const timeZone = timeZoneOf(ctx)
  ctx.transaction(() => void recordEvent(ctx, 'report.exported', {}, { format, filter }))
  const cells = (row: AttendanceReportRow): SpreadsheetCell[] => [
    row.whatsappName,
    row.contactName,
    row.userName,
    row.queueName,
    texts.statuses[row.status],
    row.lastMessage,
    serialDate(Date.parse(row.createdAt), timeZone),
    row.closedAt === null ? '' : serialDate(Date.parse(row.closedAt), timeZone),
    row.supportTime === null ? '' : row.supportTime / minutesPerDay,
    row.NPS ?? '',
  ]
  return sendSpreadsheet(ctx, {
    fileName: texts.file,
    exportId,
    format,
    sheetName: texts.sheet,
    columns: texts.columns.map((title, index) => ({
      title,
      width: [22, 34, 24, 20, 16, 50, 18, 18, 14, 6][index],
      format: columnFormats[index],
    })),
    rows: rowsToWrite(ctx, filter, cells),
  })
}

function* rowsToWrite(
  ctx: CompanyContext,
  filter: AttendanceFilter,
  cells: (row: AttendanceReportRow) => SpreadsheetCell[],
): Generator<SpreadsheetCell[][]> {
  for (const ids of walkAttendances(ctx, filter)) {
    for (let from = 0; from < ids.length; from += batchSize) {
      yield rowsOf(ctx, ids.slice(from, from + batchSize)).map(cells)
    }
  }
}

interface AttendanceTexts {
  file: string
  sheet: string
  columns: readonly string[]
  statuses: Record<TicketStatus, string>
}

/** Portuguese names of file and sheet are the specification's. */
const attendanceTexts: Record<ReturnType<typeof actorLanguage>, AttendanceTexts> = {
  pt: {
    file: 'relatorio-de-atendimentos',
    sheet: 'RelatorioDeAtendimentos',
    columns: [
      'Conexão',
      'Contato',
      'Usuário',
      'Fila',
      'Status',
      'Última mensagem',
      'Abertura',
      'Resolução',
      'Tempo de atendimento',
      'NPS',
    ],
    statuses: attendanceStatusesPt,
  },
  en: {
    file: 'conversation-report',
    sheet: 'Conversations',
    columns: [
      'Connection',
      'Contact',
      'Agent',
      'Queue',
      'Status',
      'Last message',
      'Opened',
      'Resolved',
      'Service time',
      'NPS',
    ],
    statuses: attendanceStatusesEn,
  },
  es: {
    file: 'informe-de-conversaciones',
    sheet: 'Conversaciones',
    columns: [
      'Conexión',
      'Contacto',
      'Agente',
      'Cola',
      'Estado',
      'Último mensaje',
      'Apertura',
      'Cierre',
      'Tiempo de atención',
      'NPS',
    ],
    statuses: attendanceStatusesEs,
  },
}
