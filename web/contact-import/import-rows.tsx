import { useState } from 'react'
import type { UploadAnswer } from '../../src/contact-import/contact-import.calls'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { Checkbox } from '../ui/field/checkbox'
import { IconButton } from '../ui/button/button'
import { ChevronLeft, ChevronRight } from '../ui/icons'
import { Select } from '../ui/select/select'
import { useAttempt } from '../ui/form/use-attempt'
import { columnOf, problemOfRow, type ColumnField, type ImportChoices } from './import-choices'

const pageSize = 100

type Row = UploadAnswer['rows'][number]

interface ImportRowsProps {
  upload: UploadAnswer
  choices: ImportChoices
  fields: readonly ColumnField[]
  titleOf: (index: number) => string
  setField: (index: number, field: ColumnField | 'none') => void
  change: (part: Partial<ImportChoices>) => void
  onLoaded: (rows: readonly Row[]) => void
}

export function ImportRows({ upload, choices, fields, titleOf, setField, change, onLoaded }: ImportRowsProps) {
  const t = useTexts('contactImport').contactImport
  const { rows, from, go, total } = usePages(upload, choices.sheet, onLoaded)
  const shown = rows.filter(({ number }) => number > (choices.headerRow ?? 0))
  const columns = upload.sheets[choices.sheet]?.columns ?? []

  function choose(numbers: readonly number[], isChosen: boolean) {
    change({ except: withRows(choices.except, numbers, isChosen) })
  }

  const left = shown.filter(({ number }) => choices.except.has(number)).length
  return (
    <>
      <div className="contact-import-table-frame" tabIndex={0} role="region" aria-label={t.rowsLabel}>
        <table className="contact-import-table">
          <thead>
            <tr>
              <th scope="col">
                <Checkbox
                  aria-label={t.chooseAll}
                  checked={shown.length > 0 && left === 0}
                  indeterminate={left > 0 && left < shown.length}
                  onCheckedChange={(checked) =>
                    choose(
                      shown.map(({ number }) => number),
                      checked,
                    )
                  }
                />
              </th>
              <th scope="col">{t.row}</th>
              {columns.map(({ index }) => (
                <th key={index} scope="col">
                  <span className="contact-import-column truncate">{titleOf(index)}</span>
                  <Select<ColumnField | 'none'>
                    label={t.fieldOf(titleOf(index))}
                    value={choices.fields.get(index) ?? 'none'}
                    options={(['none', ...fields] as const).map((value) => ({ value, label: t.fields[value] }))}
                    onValueChange={(field) => setField(index, field)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <PreviewRow key={row.number} row={row} columns={columns.length} choices={choices} choose={choose} />
            ))}
          </tbody>
        </table>
      </div>
      {total > pageSize && <Pager from={from} count={rows.length} total={total} go={go} />}
    </>
  )
}

function withRows(except: ReadonlySet<number>, numbers: readonly number[], isChosen: boolean) {
  const next = new Set(except)
  for (const number of numbers) {
    if (isChosen) next.delete(number)
    else next.add(number)
  }
  return next
}

interface PreviewRowProps {
  row: Row
  columns: number
  choices: ImportChoices
  choose: (numbers: readonly number[], isChosen: boolean) => void
}

function PreviewRow({ row, columns, choices: { fields, except }, choose }: PreviewRowProps) {
  const { number, cells } = row
  const t = useTexts('contactImport').contactImport
  const problem = problemOfRow(row, fields)
  const noted = problem && columnOf(fields, problem === 'missingName' ? 'name' : 'number')
  return (
    <tr data-ignored={problem !== undefined || undefined} data-left-out={except.has(number) || undefined}>
      <td>
        <Checkbox
          aria-label={t.chooseRow(number)}
          checked={!except.has(number)}
          onCheckedChange={(checked) => choose([number], checked)}
        />
      </td>
      <td className="tabular subtle">{number}</td>
      {Array.from({ length: columns }, (_, index) => (
        <td key={index} data-mapped={fields.has(index) || undefined}>
          <bdi>{cells[index]}</bdi>
          {problem && index === noted && (
            <span className="contact-import-note note-text">{t.willBeLeftOut(t.reasons[problem])}</span>
          )}
        </td>
      ))}
    </tr>
  )
}

function Pager({ from, count, total, go }: { from: number; count: number; total: number; go: (from: number) => void }) {
  const t = useTexts('contactImport').contactImport
  const format = useFormat()
  const [first, last, all] = [from + 1, from + count, total].map((number) => format.number(number))
  return (
    <nav className="contact-import-pager" aria-label={t.pages}>
      <IconButton icon={ChevronLeft} label={t.previous} disabled={from === 0} onClick={() => go(from - pageSize)} />
      <span className="tabular" aria-live="polite">
        {t.range(first ?? '', last ?? '', all ?? '')}
      </span>
      <IconButton
        icon={ChevronRight}
        label={t.next}
        disabled={from + count >= total}
        onClick={() => go(from + pageSize)}
      />
    </nav>
  )
}

/** The first page of the first sheet is part of the upload's answer. */
function usePages(
  { uploadId, rows: first, total: firstTotal }: UploadAnswer,
  sheet: number,
  onLoaded: ImportRowsProps['onLoaded'],
) {
  const { api } = useApp()
  const attempt = useAttempt()
  const [page, setPage] = useState({ from: 0, rows: sheet === 0 ? first : [], total: sheet === 0 ? firstTotal : 0 })
  const [requested, setAsked] = useState(sheet === 0)

  async function go(from: number) {
    await attempt(async () => {
      const found = await api.get('/contacts/upload/:id/rows', { params: { id: uploadId }, query: { sheet, from } })
      setPage({ from, ...found })
      onLoaded(found.rows)
    })
  }
  if (!requested) {
    setAsked(true)
    void go(0)
  }
  return { ...page, go: (from: number) => void go(Math.max(0, from)) }
}
