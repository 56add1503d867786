import { useEffect, useRef, useState } from 'react'
import type { UploadAnswer } from '../../src/contact-import/contact-import.calls'
import { titleRowsMax } from '../../src/contact-import/contact-import.contract'
import { useApp } from '../app/app-context'
import { useTags } from '../contact/use-tags'
import { useFormat, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Field } from '../ui/field/field'
import { MultiCombobox } from '../ui/select/combobox'
import { Select } from '../ui/select/select'
import { Switch } from '../ui/field/switch'
import { useBusyAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'
import {
  contactFields,
  countRows,
  guessedChoices,
  listFields,
  problemOf,
  startBody,
  type ColumnField,
  type ImportChoices,
} from './import-choices'
import { ImportRows } from './import-rows'
import { optionsOf } from '../ui/select/option'

interface ImportMappingProps {
  upload: UploadAnswer
  /** The contact list that the rows are added to; without it, they become contacts. */
  listId?: number
  onStarted: () => void
  onDiscard: () => void
}

export function ImportMapping({ upload, listId, onStarted, onDiscard }: ImportMappingProps) {
  const t = useTexts('contactImport').contactImport
  const format = useFormat()
  const { toast } = useUi()
  const { choices, change, setField, onLoaded, titles, firstRows, count, exact } = useImportChoices(
    upload,
    listId !== undefined,
  )
  const { starting, start, discard } = useUploadActions(upload, { onStarted, onDiscard })
  const heading = useRef<HTMLHeadingElement>(null)
  // The previously focused element, such as the upload menu, no longer exists.
  useEffect(() => heading.current?.focus(), [])
  const titleOf = (index: number) => cardTitle(titles?.[index], t) ?? t.columnName(columnLetters(index))

  function submit() {
    const problem = problemOf(choices, count)
    if (problem) return toast.error(t.problems[problem])
    void start(startBody(choices, titleOf, listId ?? null))
  }

  return (
    <section className="contact-import-mapping" aria-label={t.mappingTitle}>
      <header className="contact-import-head">
        <h2 ref={heading} tabIndex={-1}>
          {upload.fileName}
        </h2>
        <p className="subtle">{listId === undefined ? t.mappingText : t.listMappingText}</p>
      </header>
      <ImportOptions
        upload={upload}
        isList={listId !== undefined}
        choices={choices}
        change={change}
        firstRows={firstRows}
      />
      <ImportRows
        key={choices.sheet}
        upload={upload}
        choices={choices}
        fields={listId === undefined ? contactFields : listFields}
        titleOf={titleOf}
        setField={setField}
        change={change}
        onLoaded={onLoaded}
      />
      <footer className="contact-import-foot">
        <Button onClick={() => discard()}>{t.discard}</Button>
        <Button variant="primary" loading={starting} onClick={submit}>
          {(exact ? t.importRows : t.importUpTo)(format.number(count), count)}
        </Button>
      </footer>
    </section>
  )
}

/** The columns' fields and the rows to import, guessed until the user changes them. */
function useImportChoices(upload: UploadAnswer, isList: boolean) {
  const t = useTexts('contactImport').contactImport
  const { toast } = useUi()
  const [choices, setChoices] = useState<ImportChoices>(() => ({
    ...guessedChoices(upload, 0, isList),
    except: new Set<number>(),
    update: false,
    validateContact: false,
    tagIds: [],
  }))
  const [seen, setSeen] = useState(upload.rows)

  function change(part: Partial<ImportChoices>) {
    setChoices((known) => ({ ...known, ...part }))
    if (part.sheet !== undefined) setSeen(part.sheet === 0 ? upload.rows : [])
  }

  function setField(index: number, field: ColumnField | 'none') {
    const fields = withField(choices.fields, index, field)
    if (fields) change({ fields })
    else toast.error(t.fieldTaken(t.fields[field]))
  }

  const onLoaded = (rows: readonly UploadAnswer['rows'][number][]) =>
    setSeen((known) => [...new Map([...known, ...rows].map((row) => [row.number, row])).values()])

  const sheet = upload.sheets[choices.sheet]
  const { headerRow } = choices
  // Of a sheet that is not loaded yet, the server has read the titles.
  const guessed = headerRow === sheet?.headerRow ? sheet?.columns.map(({ title }) => title) : undefined
  const titles = headerRow === null ? undefined : (seen.find(({ number }) => number === headerRow)?.cells ?? guessed)
  const { count, exact } = countRows(choices, sheet?.rows ?? 0, seen)
  return { choices, change, setField, onLoaded, titles, firstRows: seen.slice(0, titleRowsMax), count, exact }
}

/** Returns undefined when another column has the field. Several columns may hold further information. */
function withField(fields: ImportChoices['fields'], index: number, field: ColumnField | 'none') {
  const next = new Map(fields)
  if (field === 'none') next.delete(index)
  else if (field !== 'extra' && [...fields].some(([at, held]) => held === field && at !== index)) return undefined
  else next.set(index, field)
  return next
}

interface ImportOptionsProps {
  upload: UploadAnswer
  isList: boolean
  choices: ImportChoices
  change: (part: Partial<ImportChoices>) => void
  firstRows: UploadAnswer['rows']
}

function ImportOptions({ upload, isList, choices, change, firstRows }: ImportOptionsProps) {
  const t = useTexts('contactImport').contactImport
  return (
    <div className="contact-import-options">
      {upload.sheets.length > 1 && (
        <Field label={t.sheet}>
          <Select<number>
            value={choices.sheet}
            options={upload.sheets.map(({ name }, index) => ({ value: index, label: name }))}
            onValueChange={(sheet) => change({ ...guessedChoices(upload, sheet, isList), except: new Set() })}
          />
        </Field>
      )}
      {!isList && <TagsForAll choices={choices} change={change} />}
      <Field label={t.headerRow}>
        <Select<number>
          value={choices.headerRow ?? 0}
          options={[
            { value: 0, label: t.noHeader },
            ...firstRows.map(({ number, cells }) => ({
              value: number,
              label: t.headerRowOption(number, shortened(cells)),
            })),
          ]}
          onValueChange={(row) => change({ headerRow: row || null })}
        />
      </Field>
      {!isList && (
        <>
          <Switch
            checked={choices.update}
            onCheckedChange={(update) => change({ update })}
            label={t.update}
            help={t.updateHelp}
          />
          <Switch
            checked={choices.validateContact}
            onCheckedChange={(validateContact) => change({ validateContact })}
            label={t.validate}
            help={t.validateHelp}
          />
        </>
      )}
    </div>
  )
}

const rowTextMax = 40

function shortened(cells: readonly string[]) {
  const text = cells.filter((cell) => cell.trim() !== '').join(', ')
  return text.length > rowTextMax ? `${text.slice(0, rowTextMax - 1).trimEnd()}…` : text
}

function TagsForAll({ choices, change }: Pick<ImportOptionsProps, 'choices' | 'change'>) {
  const t = useTexts('contactImport').contactImport
  const tags = useTags()
  return (
    <Field label={t.tagAll}>
      <MultiCombobox<number>
        value={choices.tagIds}
        options={optionsOf(tags)}
        onValueChange={(tagIds) => change({ tagIds })}
      />
    </Field>
  )
}

interface Ended {
  onStarted: () => void
  onDiscard: () => void
}

function useUploadActions({ uploadId }: UploadAnswer, { onStarted, onDiscard }: Ended) {
  const t = useTexts('contactImport').contactImport
  const { api } = useApp()
  const { busy: starting, attempt } = useBusyAttempt()
  const params = { id: uploadId }

  async function start(body: ReturnType<typeof startBody>) {
    const done = await attempt(() => api.post('/contacts/upload/:id/import', { params, body }), t.started)
    if (done) onStarted()
  }

  async function discard() {
    onDiscard()
    // An upload that is not discarded is erased after a day.
    await api.delete('/contacts/upload/:id', { params }).catch(() => {})
  }

  return { starting, start, discard }
}

/** Returns the spreadsheet name of a column: A to Z, AA and so on. */
function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

function cardTitle(title: string | undefined, { cardTitles }: { cardTitles: Record<string, string> }) {
  const [, property = '', number = ''] = /^([A-Z]+)( \d)?$/.exec(title ?? '') ?? []
  return Object.hasOwn(cardTitles, property) ? `${cardTitles[property]}${number}` : title || undefined
}
