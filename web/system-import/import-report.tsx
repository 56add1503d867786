import type { ReportSummary } from '../../src/move-in/run/move-in.calls'
import { reasonTexts } from '../../src/move-in/report/reason-texts.contract'
import { useApp } from '../app/app-context'
import { useFormat, useLanguage, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { useAttempt } from '../ui/form/use-attempt'
import { Download } from '../ui/icons'
import { saveBlob } from '../ui/text/object-url'

type CompanySummary = ReportSummary['companies'][number]

export function ImportReport({ report }: { report: ReportSummary }) {
  const t = useTexts('systemImport').systemImport.report
  const format = useFormat()
  const left = report.leftOut.map(({ table, rows }) => `${table} (${format.number(rows)})`)
  return (
    <section className="system-import-card" aria-labelledby="system-import-report">
      <div className="system-import-head">
        <h2 id="system-import-report">{t.title}</h2>
        <Downloads />
      </div>
      {report.companies.map((company) => (
        <CompanyPart key={company.name} company={company} />
      ))}
      {left.length > 0 && (
        <p className="subtle">
          {t.leftOut} <bdi>{left.join(', ')}</bdi>
        </p>
      )}
    </section>
  )
}

function Downloads() {
  const t = useTexts('systemImport').systemImport.report
  const { api } = useApp()
  const language = useLanguage()
  const attempt = useAttempt()
  const save = (as: 'html' | 'json') =>
    void attempt(async () =>
      saveBlob(await api.file('/system-import/report', { query: { as, language } }), `import.${as}`),
    )
  return (
    <div className="wrap-row">
      <Button size="s" icon={Download} onClick={() => save('html')}>
        {t.html}
      </Button>
      <Button size="s" icon={Download} onClick={() => save('json')}>
        {t.json}
      </Button>
    </div>
  )
}

function CompanyPart({ company }: { company: CompanySummary }) {
  const t = useTexts('systemImport').systemImport.report
  const texts = reasonTexts[useLanguage()]
  const format = useFormat()
  const { name, error, isNew, tables, media, notes, notesOf, lines } = company
  if (error) {
    return (
      <article className="system-import-company">
        <h3>{name}</h3>
        <p className="system-import-error">
          {t.failed} {error}
        </p>
      </article>
    )
  }
  return (
    <article className="system-import-company">
      <h3>{name}</h3>
      <p className="subtle">
        {isNew ? t.newCompany : t.knownCompany} {t.files(format.number(media.found), format.number(media.missing))}
      </p>
      <Tables tables={tables} />
      <Reasons tables={tables} />
      {lines.length > 0 && (
        <ul aria-label={t.lines}>
          {lines.map((line) => (
            <li key={line.name}>
              {line.name}: {t.outcomes[line.outcome]}
              {line.why && ` (${t.whys[line.why]})`}
            </li>
          ))}
        </ul>
      )}
      {notes.length > 0 && (
        <details className="system-import-more">
          <summary>{t.notes(format.number(notesOf))}</summary>
          <ul>
            {notes.map((note, index) => (
              <li key={index}>{texts.notes[note.code](note.values)}</li>
            ))}
          </ul>
        </details>
      )}
    </article>
  )
}

/** Why rows were skipped or merged. */
function Reasons({ tables }: Pick<CompanySummary, 'tables'>) {
  const t = useTexts('systemImport').systemImport.report
  const texts = reasonTexts[useLanguage()].reasons
  const format = useFormat()
  const all = tables.flatMap(({ table, reasons }) => reasons.map((one) => ({ table, ...one })))
  if (all.length === 0) return null
  return (
    <details className="system-import-more">
      <summary>{t.reasons}</summary>
      <ul>
        {all.map(({ table, reason, of, rows }) => (
          <li key={`${table} ${reason} ${of}`}>
            {table}: {format.number(rows)} × {texts[reason](of)}
          </li>
        ))}
      </ul>
    </details>
  )
}

const columns = ['read', 'written', 'known', 'changed', 'merged', 'skipped'] as const

function Tables({ tables }: Pick<CompanySummary, 'tables'>) {
  const t = useTexts('systemImport').systemImport.report
  const format = useFormat()
  return (
    <div className="system-import-table" role="region" aria-label={t.table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.table}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t.columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tables.map((row) => (
            <tr key={row.table}>
              <th scope="row">{row.table}</th>
              {columns.map((column) => (
                <td key={column}>{format.number(row[column])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
