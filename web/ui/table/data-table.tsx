import {
  useEffect,
  useEffectEvent,
  useRef,
  type FocusEvent,
  type ReactNode,
  type RefObject,
  type KeyboardEvent,
} from 'react'
import { useFormat, useTexts } from '../../i18n/i18n'
import { EmptyState, Skeleton, ErrorState } from '../feedback/feedback'
import { Spinner } from '../feedback/spinner'
import { cellAttributes, type Column, type ShownColumn } from './column'
import { TableRow, type RowAction } from './table-row'
import { useSelectRow, type TableSelection } from './table-selection'
import { TableHead } from './table-head'
import { useColumnWidths } from './use-column-widths'
import { useRowWindow, type RowWindow, windowParts } from './use-row-window'
import { useTableModel, type KeptChoices, contentsOf } from './use-table-model'

export type { Column } from './column'
export type { TableSelection } from './table-selection'

interface DataTableProps<Row extends object> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  count?: number
  rowKey: (row: Row) => string | number
  /** Opens a record: a press on the row, or Enter on its first cell. */
  onOpen?: (row: Row) => void
  actions?: (row: Row) => readonly RowAction[]
  /** Shades a row that needs attention. A cell must state the reason, too. */
  rowTone?: (row: Row) => 'warning' | 'danger' | undefined
  /** The key of a row that is scrolled to and marked, such as a new one. */
  marked?: string | number | undefined
  selection?: TableSelection | undefined
  onSorted?: () => void
  kept?: KeptChoices
  loading?: boolean
  loadingMore?: boolean
  error?: unknown
  onRetry?: () => void
  empty?: ReactNode
  footer?: ReactNode
}

/** The product's only table. The first column names the row; on a phone each row becomes a card. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows, loading, loadingMore, error, onRetry, empty, footer } = props
  const t = useTexts()
  if (error !== undefined && error !== null)
    return <ErrorState title={t.ui.listFailed} error={error} onRetry={onRetry} />
  if (!loading && rows.length === 0) return empty ?? <EmptyState title={t.ui.noRecords} />
  return (
    <div className="data-table-frame" aria-busy={loading || loadingMore || undefined}>
      <PrintedRows shown={rows.length} count={props.count} />
      <Table {...props} />
      {loadingMore && (
        <p className="data-table-more" role="status">
          <Spinner /> {t.ui.loadingMore}
        </p>
      )}
      {footer}
    </div>
  )
}

/** Only on paper: says that rows are missing. The browser prints without waiting for them. */
function PrintedRows({ shown, count = shown }: { shown: number; count: number | undefined }) {
  const t = useTexts().ui
  const { number } = useFormat()
  if (shown >= count) return null
  return (
    <p className="data-table-printed" aria-hidden="true">
      {t.printedRows(number(shown), number(count))}
    </p>
  )
}

const noActions = () => []

function Table<Row extends object>(props: DataTableProps<Row>) {
  const { label, rows, selection, loading, kept } = props
  const [head, body] = [useRef<HTMLTableRowElement>(null), useRef<HTMLTableSectionElement>(null)]
  const model = useTableModel(props)
  const table = { ...props, columns: model.shown, actions: props.actions ?? (kept && noActions) }
  const view = useRowWindow(body, loading ? 0 : rows.length)
  const widths = useColumnWidths(head, view, model.shown)
  const count = model.shown.length + (table.actions ? 1 : 0) + (selection ? 1 : 0)
  return (
    <table
      className="data-table"
      role="table"
      aria-label={label}
      aria-rowcount={view.isWindowed ? (props.count ?? rows.length) + 1 : undefined}
      onKeyDown={(event) => moveBetweenRows(event, view.show)}
      data-sized={model.shown.some(({ isSized }) => isSized) || undefined}
      style={widths.pinned}
    >
      <TableHead head={head} table={props} model={model} widths={widths} isWindowed={view.isWindowed} />
      <TableBody body={body} table={table} rows={model.sorted} view={view} columnCount={count} />
      {!loading && model.shown.some(({ total }) => total) && <TotalRow table={table} />}
    </table>
  )
}

type ShownTable<Row extends object> = DataTableProps<Row> & { columns: readonly ShownColumn<Row>[] }

interface TableBodyProps<Row extends object> {
  body: RefObject<HTMLTableSectionElement | null>
  table: ShownTable<Row>
  rows: readonly Row[]
  view: RowWindow
  columnCount: number
}

function TableBody<Row extends object>({ body, table, rows, view, columnCount }: TableBodyProps<Row>) {
  const { columns, rowKey, rowTone, onOpen, actions, selection } = table
  const marked = table.marked === undefined ? -1 : rows.findIndex((row) => rowKey(row) === table.marked)
  useRowInView(body, view, marked)
  const select = useSelectRow(rows, rowKey, selection)
  const focused = useRef<string | number>(undefined)
  const { isWindowed, range, heights } = view

  /** The row keeps the focus, and its menu or dialog returns it, after the row has left the view. */
  function onFocus({ target }: FocusEvent) {
    const element = target.closest('tr')
    const index = isWindowed ? Number(element?.ariaRowIndex) - 2 : (element?.sectionRowIndex ?? -1)
    const row = rows[index]
    if (row) focused.current = rowKey(row)
  }

  if (table.loading) {
    return (
      <tbody ref={body} role="rowgroup">
        {skeletonRows(columns, columnCount)}
      </tbody>
    )
  }
  const line = phoneLine(columns, rows)
    .map(({ id }) => id)
    .join(' ')
  const kept = isWindowed ? rows.findIndex((row) => rowKey(row) === focused.current) : -1
  return (
    <tbody ref={body} role="rowgroup" onFocus={onFocus}>
      {windowParts(range, rows.length, kept < 0 ? undefined : kept, heights).map((part) => {
        if (part.kind === 'gap') {
          return (
            <tr key={part.name} className="data-table-gap" aria-hidden="true" style={{ height: part.height }}>
              <td colSpan={columnCount} />
            </tr>
          )
        }
        const row = rows[part.index] as Row
        const id = rowKey(row)
        return (
          <TableRow
            key={`row ${id}`}
            row={row}
            id={id}
            position={isWindowed ? part.index + 2 : undefined}
            tone={rowTone?.(row)}
            isMarked={part.index === marked}
            columns={columns}
            line={line}
            onOpen={onOpen}
            actions={actions}
            isSelected={selection?.selected.has(id) ?? false}
            onSelect={select}
          />
        )
      })}
    </tbody>
  )
}

/** Scrolls to a row when it appears; -1 for none. */
function useRowInView(body: RefObject<HTMLElement | null>, view: RowWindow, index: number) {
  const show = useEffectEvent(() => {
    if (view.isWindowed) view.show(index)
    void body.current?.querySelector('[data-marked]')?.scrollIntoView({ block: 'nearest' })
  })
  // Rows are rendered synchronously, which an effect may not do itself.
  useEffect(() => void (index >= 0 && queueMicrotask(() => show())), [index >= 0])
}

function TotalRow<Row extends object>({ table: { columns, rows, actions, selection } }: { table: ShownTable<Row> }) {
  return (
    <tfoot role="rowgroup">
      <tr role="row">
        {selection && <td role="cell" />}
        {columns.map((column) => (
          <td key={column.id} {...cellAttributes(column)}>
            {column.total?.(rows)}
          </td>
        ))}
        {actions && <td role="cell" />}
      </tr>
    </tfoot>
  )
}

function skeletonRows<Row>(columns: readonly Column<Row>[], count: number) {
  return Array.from({ length: 8 }, (_, row) => (
    <tr key={row} role="row">
      {Array.from({ length: count }, (_, index) => (
        <td key={index} role="cell" data-wide-only={columns[index]?.wideOnly || undefined}>
          {index < columns.length && <Skeleton width={`${40 + ((row * 13 + index * 29) % 40)}%`} />}
        </td>
      ))}
    </tr>
  ))
}

const opener = '.data-table-open'
const action = '.data-table-actions .icon-button'

/** Moves the focus to the row above or below. `show` renders a row that is not, and is called with its index. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>, show: (row: number) => void) {
  const { target, key } = event
  const down = key === 'ArrowDown' || key === 'j'
  if (!(down || key === 'ArrowUp' || key === 'k') || event.ctrlKey || event.metaKey || event.altKey) return
  if (!(target instanceof HTMLElement) || !target.matches(`${opener}, ${action}`)) return
  const row = target.closest('tr')
  let next = neighbour(row, down)
  if (row?.ariaRowIndex && next?.ariaHidden) {
    show(Number(row.ariaRowIndex) - 2 + (down ? 1 : -1))
    next = neighbour(row, down)
  }
  const goal = next?.querySelector<HTMLElement>(target.matches(opener) ? opener : action)
  if (!goal || target.ariaExpanded === 'true') return
  event.preventDefault()
  goal.focus()
}

const neighbour = (row: Element | null, down: boolean) =>
  (down ? row?.nextElementSibling : row?.previousElementSibling) ?? null

const markedMax = 3
const unmarkedMax = 2

/** The columns marked for the second line of a phone's row, else the first, without what is empty or the same in all rows. */
function phoneLine<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly Column<Row>[] {
  const [, ...others] = columns.filter(({ id }) => id !== 'id')
  const differing = others.filter((column) => contentsOf(column, rows) === 'different')
  const marked = differing.filter(({ compact }) => compact)
  return marked.length > 0 ? marked.slice(0, markedMax) : differing.slice(0, unmarkedMax)
}
