import { escapeHtml } from '../../person/archive/archive-page'
import type { SystemImportReport } from '../run/import-system'
import type { CompanyReport } from '../write/report'
import { reasonTexts } from './reason-texts.contract'
import { type ReportLanguage, reportTexts } from './report-texts'

type Texts = (typeof reportTexts)[ReportLanguage] & { texts: (typeof reasonTexts)[ReportLanguage] }

const notesMax = 200

/** One file for people, without scripts. */
export function renderReport(report: SystemImportReport, language: ReportLanguage): string {
  const t = { ...reportTexts[language], texts: reasonTexts[language] }
  const {
    source,
    startedAt,
    endedAt,
    isDryRun,
    companies,
    host,
    leftOut,
    ownerless,
    unknownColumns,
    companiesLeftOut,
  } = report
  const head = [
    [t.source, source],
    [t.began, startedAt],
    [t.ended, endedAt],
  ]
  const parts = [
    `<h1>${t.title}</h1>`,
    isDryRun ? `<p><strong>${t.dryRun}</strong></p>` : '',
    `<dl>${head.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value ?? '')}</dd>`).join('')}</dl>`,
    ...companies.map((company) => renderCompany(report, company, t)),
    `<h2>${t.host}</h2>${renderTables({ tables: host }, t)}`,
    counts(t.leftOut, leftOut, t),
    counts(t.ownerless, ownerless, t),
    list(
      t.columns,
      Object.entries(unknownColumns).map(([table, columns]) => `${table}: ${columns.join(', ')}`),
    ),
    list(t.companies, companiesLeftOut),
  ]
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${t.title}</title>${style}<body>${parts.join('\n')}</body></html>`
}

const style = `<meta name="viewport" content="width=device-width"><style>
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1c2330}
table{border-collapse:collapse;display:block;overflow-x:auto}th,td{padding:.25rem .75rem;border-bottom:1px solid #d5dae3;text-align:left}
td+td{font-variant-numeric:tabular-nums}dt{font-weight:600}dd{margin:0 0 .5rem}h2{margin-top:2.5rem}
</style>`

function renderCompany({ sessions }: SystemImportReport, company: CompanyReport, t: Texts) {
  const { name, companyId, isNew, error, media, notes } = company
  const lines = sessions.find((taken) => taken.companyId === companyId)?.lines ?? []
  const kind = error ? `${t.failed}: ${escapeHtml(error)}` : isNew ? t.newCompany : t.knownCompany
  return [
    `<h2>${escapeHtml(name)}${companyId === null ? '' : ` (${companyId})`}</h2><p>${kind}</p>`,
    error ? '' : renderTables(company, t),
    `<p>${t.files(media.found, media.missing)}</p>`,
    list(
      t.lines,
      lines.map((line) => `${line.name}: ${t.outcomes[line.outcome]}${line.why ? ` (${t.whys[line.why]})` : ''}`),
    ),
    renderChecks(company, t),
    list(
      t.notes,
      notes.slice(0, notesMax).map(({ table, old, code, values }) => `${table} ${old}: ${t.texts.notes[code](values)}`),
    ),
    notes.length > notesMax ? `<p>${t.more(notes.length - notesMax)}</p>` : '',
  ].join('\n')
}

function renderTables({ tables }: Pick<CompanyReport, 'tables'>, t: Texts) {
  const columns = ['read', 'written', 'known', 'changed', 'merged', 'skipped'] as const
  const heads = [t.table, ...columns.map((column) => t[column]), t.reasons]
  const rows = tables.map((row) => [
    row.table,
    ...columns.map((column) => row[column]),
    row.reasons.map(({ reason, of, rows: count }) => `${count} × ${t.texts.reasons[reason](of)}`).join('; '),
  ])
  return table(heads, rows)
}

function renderChecks({ check }: CompanyReport, t: Texts) {
  if (!check) return ''
  const { damage, orphans, tickets, conversations } = check
  return `<h3>${t.checks}</h3>${table(
    [],
    [
      [t.damage, damage ?? t.none],
      [t.orphans, orphans],
      [t.tickets, `${tickets.compared}, ${tickets.different.length}`],
      [t.conversations, `${conversations.compared}, ${conversations.messages}, ${conversations.different.length}`],
    ],
  )}`
}

function counts(title: string, rows: Record<string, number>, t: Texts) {
  const found = Object.entries(rows)
  return found.length === 0 ? '' : `<h2>${title}</h2>${table([t.table, t.rows], found)}`
}

function list(title: string, lines: readonly string[]) {
  if (lines.length === 0) return ''
  return `<h3>${title}</h3><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`
}

function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]) {
  const head = heads.length > 0 ? `<tr>${heads.map((each) => `<th>${each}</th>`).join('')}</tr>` : ''
  const body = rows.map((row) => `<tr>${row.map((each) => `<td>${escapeHtml(String(each))}</td>`).join('')}</tr>`)
  return `<table>${head}${body.join('')}</table>`
}
