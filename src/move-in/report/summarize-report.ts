import type { SystemImportReport } from '../run/import-system'
import type { ReportSummary } from '../run/move-in.calls'

const notesShown = 20

export function summarizeReport({ isDryRun, companies, leftOut, sessions }: SystemImportReport): ReportSummary {
  return {
    isDryRun,
    companies: companies.map(({ name, companyId, isNew, error, tables, media, notes }) => ({
      name,
      companyId,
      isNew,
      error,
      tables,
      media,
      notes: notes.slice(0, notesShown).map(({ code, values }) => ({ code, values })),
      notesOf: notes.length,
      lines: sessions.find((taken) => taken.companyId === companyId)?.lines ?? [],
    })),
    leftOut: Object.entries(leftOut).map(([table, rows]) => ({ table, rows })),
  }
}
