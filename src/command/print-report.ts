import type { SystemImportReport } from '../move-in/run/import-system'
import { reasonTexts } from '../move-in/report/reason-texts.contract'
import { reportTexts } from '../move-in/report/report-texts'
import type { CompanyReport } from '../move-in/write/report'

const notesShown = 10
const t = reasonTexts.en
const { whys } = reportTexts.en

/** The whole report is in its file. */
export function printReport(report: SystemImportReport) {
  const { companies, leftOut, isDryRun } = report
  const left = Object.entries(leftOut).map(([table, rows]) => `${table} ${rows}`)
  return [
    ...companies.flatMap((company) => linesOf(company, report)),
    ...(left.length > 0 ? [`Left out: ${left.join(', ')}`] : []),
    isDryRun ? 'Nothing was changed.' : 'Lines and schedules wait for recado go-live. --json prints the whole report.',
  ].join('\n')
}

function linesOf(company: CompanyReport, { sessions, isDryRun }: SystemImportReport) {
  const { name, companyId, isNew, error, tables, media, notes, check } = company
  if (error) return [`${name}: not imported. ${error}`]
  const kind = isDryRun
    ? 'would be imported'
    : isNew
      ? `is company ${companyId}`
      : `, company ${companyId}, has what is new`
  const shown = tables.map(({ table, read, written, known, changed, merged, skipped, reasons }) => {
    const others = Object.entries({ known, changed, merged, skipped }).filter(([, rows]) => rows > 0)
    const why = reasons.map(({ reason, of, rows }) => `${rows} × ${t.reasons[reason](of)}`).join('; ')
    const counts = others.map(([word, rows]) => `, ${rows} ${word}`).join('')
    return `  ${table}: ${read} read, ${written} written${counts}${why ? ` (${why})` : ''}`
  })
  const lines = sessions.find((taken) => taken.companyId === companyId)?.lines ?? []
  return [
    `${name} ${kind}`.replace(' ,', ','),
    ...shown,
    `  files: ${media.found} found, ${media.missing} missing`,
    ...lines.map(
      ({ name: line, outcome, why }) => `  line ${line}: ${outcomes[outcome]}${why ? ` (${whys[why]})` : ''}`,
    ),
    ...(check
      ? [
          `  ${check.conversations.compared} conversations compared, ${check.conversations.different.length} differences`,
        ]
      : []),
    ...notes.slice(0, notesShown).map(({ code, values }) => `  note: ${t.notes[code](values)}`),
    ...(notes.length > notesShown ? [`  and ${notes.length - notesShown} more notes`] : []),
  ]
}

const outcomes = {
  taken: 'its session came along',
  scan: 'has to be connected again',
  runs: 'is connected here already',
}
