import type { CompanyContext } from '../company/company-context'
import type { SpreadsheetCell } from '../spreadsheet/write/harmless-cell.contract'
import { sendSpreadsheet } from '../spreadsheet/write/send-spreadsheet'
import type { AuditAction, AuditActor, AuditChange } from './audit.contract'

export interface AuditWords {
  company: {
    fileName: string
    sheetName: string
    columns: Readonly<Record<'at' | 'by' | 'address' | 'action' | 'object' | 'name' | 'changes', string>>
    action(action: AuditAction): string
    object(object: string): string
    name(entry: { object: string; objectId: number | null; objectName: string }): string
    by(entry: { byKind: AuditActor; byName: string }): string
    changes(object: string, changes: readonly AuditChange[]): string[]
  }
  host: {
    fileName: string
    sheetName: string
    columns: Readonly<Record<'at' | 'action' | 'company' | 'by' | 'whom' | 'address' | 'details', string>>
    action(type: string): string
    details(type: string, details: readonly AuditChange[]): string[]
  }
}

declare module '../company/company-files' {
  interface CompanyPorts {
    auditWords(ctx: CompanyContext): Promise<AuditWords>
  }
}

interface AuditSheet {
  fileName: string
  sheetName: string
  /** The first column holds times. */
  columns: readonly (readonly [title: string, width: number])[]
  rows: Iterator<SpreadsheetCell[][]>
  format: 'xlsx' | 'csv'
  exportId: string | undefined
}

/** @throws Refusal ERR_TOO_MANY_REQUESTS */
export const sendAuditSheet = (ctx: CompanyContext, { columns, ...sheet }: AuditSheet) =>
  sendSpreadsheet(ctx, {
    ...sheet,
    columns: columns.map(([title, width], index) => ({
      title,
      width,
      ...(index === 0 && { format: 'date' as const }),
    })),
  })
