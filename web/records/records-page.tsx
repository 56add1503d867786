import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useEffectEvent, useState, type ReactNode, useMemo } from 'react'
import { useApp } from '../app/app-context'
import { addParameter, editParameter, fieldParameter } from '../app/links'
import { useTableChoices } from '../app/use-table-choices'
import { useTexts, useFormat } from '../i18n/i18n'
import { loadPages } from '../live/load-pages'
import { usePageTitle } from '../page/page-context'
import { Button, IconButton } from '../ui/button/button'
import { DataTable, type Column } from '../ui/table/data-table'
import { EmptyState, Note } from '../ui/feedback/feedback'
import { Download, Plus, SearchX, type LucideIcon, List, Info, X } from '../ui/icons'
import type { RowAction } from '../ui/table/table-row'
import { Screen, PageHeader } from '../ui/layout/screen'
import { SearchInput } from '../ui/field/search-input'
import { OpenedField } from './opened-field'
import { loadRow, MadeRowContext, sortedRowsMax, useMadeRow } from './made-row'
import { ReloadFailed, MoreFailed } from './reload-failed'
import type { RecordList } from './record-list'
import type { RecordRow } from './record-source'
import type { RecordTexts } from './record-texts'
import { SelectionBar, useSelection, type BulkActions } from './record-selection'
import { useRecordActions, type RecordRemoval } from './use-record-actions'
import { useAttempt } from '../ui/form/use-attempt'
import { useCommands } from '../app/use-commands'

interface ExportedList<Row extends RecordRow> {
  list: RecordList<Row, never>
  columns: readonly Column<Row>[]
  texts: { title: string }
  exportName?: string
}

interface RecordsPageProps<Row extends RecordRow> {
  list: RecordList<Row, never>
  texts: RecordTexts
  icon: LucideIcon
  columns: readonly Column<Row>[]
  /** The dialog for editing a record, or adding one if undefined. Without it the screen is read-only. */
  form?: (record: Row | undefined, close: () => void) => ReactNode
  /** Replaces `form` for adding elsewhere. */
  onAdd?: () => void
  onOpen?: (row: Row) => void
  /** What a press on a row opens, when that is not its form. */
  onRow?: (row: Row) => void
  /** False makes the screen read-only: nothing is added, edited or deleted. */
  mayChange?: boolean
  /** False disables the row's edit action, and opening the row explains it. */
  mayEdit?: (row: Row) => boolean
  /** Rows that may not be edited can be opened, too: their form is read-only. */
  opensReadOnly?: boolean
  remove?: RecordRemoval<Row>
  /** Further row actions, before edit and delete. */
  actions?: (row: Row) => readonly RowAction[]
  /** All actions of a row are in its menu, `actions` in their order, then delete. Editing is one of `actions`. */
  actionsInMenu?: boolean
  rowTone?: (row: Row) => 'warning' | 'danger' | undefined
  /** False for lists too short for a search. */
  searched?: boolean
  back?: string
  heading?: (count: number) => ReactNode
  /** Below the title, such as selects for the list's filters. */
  filters?: ReactNode
  headerActions?: ReactNode
  addButton?: (add: () => void) => ReactNode
  /** Above the rows, also when there are none. */
  summary?: ReactNode
  /** Replaces the text that suggests adding the first record. */
  empty?: (add: () => void) => ReactNode
  /** Makes rows selectable, and offers these actions for the selected ones. */
  bulkActions?: BulkActions<Row>
  /** File name of the export of all rows, without extension. The header then has an export button. */
  exportName?: string
}

type RequiredTexts =
  | ({ form?: undefined } & { remove?: undefined })
  | ({ remove?: undefined } & { texts: Required<Pick<RecordTexts, 'add'>> })
  | { texts: Required<Pick<RecordTexts, 'deleteTitle' | 'deleted'>> }

export function RecordsPage<Row extends RecordRow>(given: RecordsPageProps<Row> & RequiredTexts) {
  useSignals()
  const props = given.mayChange === false ? { ...given, form: undefined, onAdd: undefined, remove: undefined } : given
  const { list, texts, columns, form, searched = true, bulkActions } = props
  const { navigation } = useApp()
  const [historyEntry] = useState(navigation.historyEntry)
  const [edited, setEdited] = useState<Row | 'new'>()
  const [field, setField] = useState<string>()
  const selection = useSelection(list)
  const add = props.onAdd ?? (form && (() => setEdited('new')))
  const open = props.onOpen ?? (form && setEdited)
  useFormAddress({ list, add, edit: open, openAt: form && setField })
  function close() {
    setEdited(undefined)
    setField(undefined)
  }
  const marked = useMadeRow(list, props.onRow ?? open)
  useRowKeys()
  const { onOpen, actions } = useRecordActions({ ...props, open })
  usePageTitle(`${texts.title} ${texts.titleSuffix ?? ''}`.trim())
  const rows = list.items.value
  const [loading, failed] = [list.loading.value, list.failed.value]
  const addButton = add && (props.addButton?.(add) ?? <AddButton texts={texts} add={add} />)

  return (
    <Screen
      header={
        <PageHeader
          title={props.heading?.(list.count.value) ?? <Title {...texts} />}
          count={props.heading ? undefined : list.count.value}
          {...(props.back && { back: props.back })}
          search={searched && <RecordSearch list={list} texts={texts} />}
          actions={<HeaderActions {...props} add={addButton} />}
        >
          {props.filters}
        </PageHeader>
      }
      length={rows.length}
      onEndReached={() => void list.loadMore()}
      scrolled={historyEntry}
    >
      {props.summary}
      {field !== undefined && !edited && rows.length > 0 && <ChooseRecord stop={() => setField(undefined)} />}
      {list.stale.value && rows.length > 0 && <ReloadFailed onRetry={() => list.retry()} />}
      {bulkActions && <SelectionBar selection={selection} actions={bulkActions} />}
      <DataTable
        label={texts.title}
        columns={columns}
        kept={useTableChoices()}
        rows={rows}
        count={list.count.value}
        rowKey={idOf}
        rowTone={props.rowTone}
        marked={marked}
        onOpen={onOpen}
        onSorted={() => void sortAll(list)}
        actions={actions}
        selection={bulkActions && selection}
        loading={loading === 'replace' && rows.length === 0}
        loadingMore={loading === 'more'}
        error={rows.length === 0 ? failed : undefined}
        onRetry={() => list.retry()}
        empty={<EmptyRecords {...props} add={addButton} own={add && props.empty?.(add)} />}
        footer={failed && !list.stale.value && <MoreFailed onRetry={() => list.retry()} />}
      />
      <MadeRowContext value={list}>
        <OpenedField value={field}>{edited && form?.(edited === 'new' ? undefined : edited, close)}</OpenedField>
      </MadeRowContext>
    </Screen>
  )
}

function Title({ title, titleSuffix }: RecordTexts) {
  return titleSuffix ? (
    <>
      {title} <span className="subtle">{titleSuffix}</span>
    </>
  ) : (
    title
  )
}

const idOf = ({ id }: RecordRow) => id

/** The order is that of all rows, so the missing ones are loaded. A failure is shown below the last row. */
async function sortAll<Row extends RecordRow>(list: RecordList<Row, never>) {
  if (list.hasMore.peek() && list.count.peek() <= sortedRowsMax) await loadPages(list).catch(() => {})
}

interface FormAddressOptions<Row extends RecordRow> {
  list: RecordList<Row, never>
  add: (() => void) | undefined
  edit: ((row: Row) => void) | undefined
  openAt: ((field: string) => void) | undefined
}

/** Opens a form when the address asks for it, as links from other screens do. A field of the only record opens at once. */
function useFormAddress<Row extends RecordRow>({ list, add, edit, openAt }: FormAddressOptions<Row>) {
  useSignals()
  const { navigation } = useApp()
  const { search } = navigation.shown.value
  const open = useEffectEvent(async () => {
    const query = new URLSearchParams(search)
    const [adds, edited, field] = [query.has(addParameter), query.get(editParameter), query.get(fieldParameter)]
    if (!(adds && add) && !(edited && edit) && !(field && openAt)) return
    for (const name of [addParameter, editParameter, fieldParameter]) query.delete(name)
    navigation.replaceQuery(query)
    if (adds) return add?.()
    if (field) openAt?.(field)
    const row = edited
      ? await loadRow(list, Number(edited))
      : list.count.peek() === 1
        ? list.items.peek()[0]
        : undefined
    if (row) edit?.(row)
  })
  useEffect(() => void open(), [search])
}

function AddButton({ texts, add }: { texts: RecordTexts; add: () => void }) {
  return (
    <Button variant="primary" icon={Plus} onClick={add}>
      {texts.add}
    </Button>
  )
}

function RecordSearch<Row extends RecordRow>({ list, texts }: Pick<RecordsPageProps<Row>, 'list' | 'texts'>) {
  useSignals()
  return <SearchInput value={list.searchText.value} onSearch={list.search} placeholder={texts.searchPlaceholder} />
}

function HeaderActions<Row extends RecordRow>(props: RecordsPageProps<Row> & { add: ReactNode }) {
  const t = useTexts().ui
  const { exporting, exportAll } = useExport(props)
  return (
    <>
      {props.exportName && (
        <Button icon={Download} loading={exporting} onClick={() => exportAll()}>
          {t.export}
        </Button>
      )}
      {props.headerActions}
      {props.add}
    </>
  )
}

interface EmptyRecordsProps<Row extends RecordRow> extends RecordsPageProps<Row> {
  add: ReactNode
  own: ReactNode
}

function EmptyRecords<Row extends RecordRow>({ list, texts, icon, add, own, mayChange }: EmptyRecordsProps<Row>) {
  useSignals()
  const t = useTexts().ui
  const isNarrowed = list.searchText.value !== '' || Object.values(list.filters.value).some((value) => value !== '')
  if (isNarrowed) return <EmptyState icon={SearchX} title={texts.nothingFound ?? t.noResults} />
  const text = mayChange === false ? texts.emptyTextToRead : texts.emptyText
  return own ?? <EmptyState icon={icon} title={texts.emptyTitle} text={text} action={add} />
}

/** Exports all rows of the searched and filtered list, including those not loaded yet. */
function useExport<Row extends RecordRow>({ list, columns, texts, exportName = '' }: ExportedList<Row>) {
  const attempt = useAttempt()
  const format = useFormat()
  const [exporting, setExporting] = useState(false)

  async function exportAll() {
    setExporting(true)
    await attempt(async () => {
      await loadPages(list)
      const fileName = `${exportName}-${format.isoDay(Date.now())}`
      await exportRows({ fileName, sheetName: texts.title, columns, rows: list.items.peek() })
    })
    setExporting(false)
  }

  return { exporting, exportAll }
}

/** j moves the focus from anywhere on the page to the first row. Within the rows j and k are the table's own keys. */
function useRowKeys() {
  const { frame, ui } = useTexts()
  const run = () => document.querySelector<HTMLElement>('.data-table-open')?.focus()
  const commands = useMemo(
    () => [{ id: 'rows', label: ui.toRows, group: frame.palette.actions, icon: List, shortcut: 'j', run }],
    [frame, ui],
  )
  useCommands(commands)
}

/** Asks for the record whose form opens at the field that was looked for. */
function ChooseRecord({ stop }: { stop: () => void }) {
  const t = useTexts().ui
  return (
    <div className="choose-record" role="status">
      <Note icon={Info}>{t.chooseRecord}</Note>
      <IconButton icon={X} size="s" label={t.close} onClick={stop} />
    </div>
  )
}

interface ExportOptions<Row> {
  fileName: string
  sheetName: string
  /** Columns with an `exportValue` or a `sortValue` are exported. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
}

/** Saves rows as an Excel file in their displayed order. Created in the browser, so for up to a few thousand rows. */
async function exportRows<Row>({ fileName, sheetName, columns, rows }: ExportOptions<Row>): Promise<void> {
  const exported = columns.flatMap(({ header, exportValue, sortValue }) => {
    const value = exportValue ?? sortValue
    return value ? [{ header, value }] : []
  })
  const { saveSpreadsheet } = await import('../ui/text/spreadsheet')
  saveSpreadsheet({
    fileName,
    sheetName,
    header: exported.map(({ header }) => header),
    rows: rows.map((row) => exported.map(({ value }) => value(row) ?? '')),
  })
}
