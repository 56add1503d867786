import type { MoveInReason } from '../../kernel/move-in/move-in-reasons.contract'
import type { Built } from './move-in-work'
import type { CompanyCheck } from './check-company.view'
import type { Survey, SurveyedCompany } from './source-survey'
import { moveInSteps } from './steps'

export interface TableReport {
  table: string
  read: number
  written: number
  /** Rows that were known already. */
  known: number
  /** Known ones that have changed since. */
  changed: number
  merged: number
  skipped: number
  reasons: { reason: MoveInReason; of: string; rows: number }[]
}

export interface CompanyReport {
  /** In the source. */
  id: string
  name: string
  /** Ours; null after a dry run of a new one, and where it failed. */
  companyId: number | null
  isNew: boolean
  /** Empty where it succeeded. */
  error: string
  tables: TableReport[]
  media: { found: number; missing: number }
  notes: Built['notes']
  check: CompanyCheck | null
}

export interface MoveInReport extends Pick<Survey, 'dialect' | 'leftOut' | 'ownerless' | 'unknownColumns'> {
  isDryRun: boolean
  /** What all companies see. */
  host: TableReport[]
  startedAt: string
  endedAt: string
  companies: CompanyReport[]
  companiesLeftOut: string[]
}

/** Of the catalog, which a company gets once. */
export function invoiceReport({ invoices }: SurveyedCompany, written: number): TableReport[] {
  const merged = invoices.length - written
  if (invoices.length === 0) return []
  const reasons = merged > 0 ? [{ reason: 'sameDay' as const, of: '', rows: merged }] : []
  return [{ table: 'Invoices', read: invoices.length, written, known: 0, changed: 0, merged, skipped: 0, reasons }]
}

export function failureOf({ id, name }: SurveyedCompany, error: unknown): CompanyReport {
  const nothing = { tables: [], media: { found: 0, missing: 0 }, notes: [], check: null }
  return {
    id,
    name,
    companyId: null,
    isNew: true,
    error: error instanceof Error ? error.message : String(error),
    ...nothing,
  }
}

/** Second steps of a table count no rows of theirs. */
const ownSteps = new Set(moveInSteps.flatMap(({ as }) => as ?? []))

interface Ours {
  companyId: number | null
  isNew: boolean
  name: string
}

export function reportOf(
  { id }: SurveyedCompany,
  { tallies, notes, check }: Built,
  { companyId, isNew, name }: Ours,
): CompanyReport {
  const tables = new Map<string, TableReport>()
  const media = { found: 0, missing: 0 }
  for (const { tableName, outcome, reason, rows } of tallies) {
    if (ownSteps.has(tableName)) continue
    if (outcome === 'found' || outcome === 'missing') {
      media[outcome] += rows
      continue
    }
    const none = { table: tableName, read: 0, written: 0, known: 0, changed: 0, merged: 0, skipped: 0, reasons: [] }
    const table = tables.get(tableName) ?? none
    tables.set(tableName, table)
    table.read += rows
    table[outcome] += rows
    const [code = '', ...of] = reason.split(' ')
    if (code) table.reasons.push({ reason: code as MoveInReason, of: of.join(' '), rows })
  }
  return { id, name, companyId, isNew, error: '', tables: [...tables.values()], media, notes, check }
}
