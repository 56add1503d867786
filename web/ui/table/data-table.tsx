import { ArrowDown, ArrowUp, ChevronsUpDown } from '../icons'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n'
import { Checkbox } from '../field/checkbox'
import { EmptyState } from '../feedback/empty-state'
import { ErrorState } from '../feedback/error-state'
import { RowActions, type RowAction } from './row-actions'
import { Skeleton } from '../feedback/skeleton'
import { Spinner } from '../feedback/spinner'
import { useSortedRows, type Sort, type SortedColumn } from './use-sorted-rows'

export interface Column<Row> extends SortedColumn<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** The cell of a last row, for tables whose rows are all loaded. With one column that has it, all have one. */
  total?: (rows: readonly Row[]) => ReactNode
  /** The exported value; also the sort value by default. */
  exportValue?: (row: Row) => string | number | null
  align?: 'start' | 'end'
  /** CSS width. */
  width?: string
  /** Hidden on screens below 1,200 px, where it would squeeze the others. */
  wideOnly?: boolean
}

export interface TableSelection {
  selected: ReadonlySet<string | number>
  onSelect: (selected: ReadonlySet<string | number>) => void
}

interface DataTableProps<Row extends object> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Opens a record: a press on the row, or Enter on its first cell. */
  onOpen?: (row: Row) => void
  actions?: (row: Row) => readonly RowAction[]
  /** Shades a row that needs attention. A cell must state the reason, too. */
  rowTone?: (row: Row) => 'warning' | 'danger' | undefined
  /** A checkbox on each row, and one in the header for all. */
  selection?: TableSelection | undefined
  /** Sorting happens elsewhere: the table only shows and requests it. */
  sort?: Sort | null
  onSortChange?: (sort: Sort | null) => void
  /** Called when the user chooses an order, in addition to sorting. */
  onSorted?: () => void
  loading?: boolean
  loadingMore?: boolean
  error?: unknown
  onRetry?: () => void
  /** Shown when there are no rows; "no records" by default. */
  empty?: ReactNode
  /** After the last row, such as the line that loads more. */
  footer?: ReactNode
}

/**
 * The product's only table. The first column names the row; on a phone each row becomes a card. Arrow keys or j and k
 * move between rows, Enter opens.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, loading, loadingMore, error, onRetry, empty, footer } = props
  const t = useTexts()
  const { sorted, sort, toggleSort } = useSortedRows(props)
  const hasActions = props.actions !== undefined
  const toggle = (id: string) => {
    toggleSort(id)
    props.onSorted?.()
  }
  const count = columns.length + (hasActions ? 1 : 0) + (props.selection ? 1 : 0)

  if (error !== undefined && error !== null)
    return <ErrorState title={t.ui.listFailed} error={error} onRetry={onRetry} />
  if (!loading && rows.length === 0) return empty ?? <EmptyState title={t.ui.noRecords} />
  return (
    <div className="data-table-frame" aria-busy={loading || loadingMore || undefined}>
      <table className="data-table" role="table" aria-label={label} onKeyDown={moveBetweenRows}>
        <thead role="rowgroup">
          <tr role="row">
            {props.selection && <SelectAllCell rows={rows} rowKey={props.rowKey} selection={props.selection} />}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onToggle={toggle} />
            ))}
            {hasActions && (
              <th role="columnheader" scope="col" className="data-table-actions">
                <span className="visually-hidden">{t.ui.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {loading
            ? skeletonRows(columns, count)
            : sorted.map((row) => <TableRow key={props.rowKey(row)} row={row} table={props} />)}
        </tbody>
        {!loading && columns.some(({ total }) => total) && <TotalRow table={props} />}
      </table>
      {loadingMore && (
        <p className="data-table-more" role="status">
          <Spinner /> {t.ui.loadingMore}
        </p>
      )}
      {footer}
    </div>
  )
}

interface HeaderCellProps<Row> {
  column: Column<Row>
  sort: Sort | null
  onToggle: (id: string) => void
}

function HeaderCell<Row>({
  column: { id, header, sortValue, align, width, wideOnly },
  sort,
  onToggle,
}: HeaderCellProps<Row>) {
  const t = useTexts()
  const direction = sort?.id === id ? sort.direction : null
  const Icon = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <th
      role="columnheader"
      scope="col"
      style={{ width }}
      data-align={align}
      data-column={id}
      data-wide-only={wideOnly || undefined}
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}
    >
      {sortValue ? (
        <button
          type="button"
          className="data-table-sort"
          data-direction={direction ?? undefined}
          aria-label={t.ui.sortBy(header)}
          onClick={() => onToggle(id)}
        >
          {header}
          <Icon size={12} aria-hidden />
        </button>
      ) : (
        header
      )}
    </th>
  )
}

function cellAttributes<Row extends object>({ id, header, align, wideOnly }: Column<Row>) {
  return {
    role: 'cell',
    'data-label': header,
    'data-align': align,
    'data-column': id,
    'data-wide-only': wideOnly || undefined,
  }
}

function TotalRow<Row extends object>({
  table: { columns, rows, actions, selection },
}: {
  table: DataTableProps<Row>
}) {
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

function TableRow<Row extends object>({ row, table }: { row: Row; table: DataTableProps<Row> }) {
  const { columns, onOpen, actions, rowTone, selection } = table

  function onClick(event: MouseEvent) {
    const pressed =
      event.target instanceof Element && event.target.closest('button, a, input, label, [popover], dialog')
    // Selecting text does not open the row.
    if (!pressed && !getSelection()?.toString()) onOpen?.(row)
  }

  return (
    <tr
      role="row"
      data-open={onOpen ? true : undefined}
      data-tone={rowTone?.(row)}
      onClick={onOpen ? onClick : undefined}
    >
      {selection && <SelectRowCell id={table.rowKey(row)} selection={selection} />}
      {columns.map((column, index) => (
        <td key={column.id} {...cellAttributes(column)}>
          {index === 0 && onOpen ? (
            <button type="button" className="data-table-open" onClick={() => onOpen(row)}>
              {column.cell(row)}
            </button>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {actions && (
        <td role="cell" className="data-table-actions">
          <RowActions actions={actions(row)} />
        </td>
      )}
    </tr>
  )
}

interface SelectAllProps<Row extends object> extends Pick<DataTableProps<Row>, 'rows' | 'rowKey'> {
  selection: TableSelection
}

function SelectAllCell<Row extends object>({ rows, rowKey, selection }: SelectAllProps<Row>) {
  const t = useTexts().ui
  const { selected, onSelect } = selection
  const isAll = rows.length > 0 && selected.size === rows.length
  return (
    <th role="columnheader" scope="col" className="data-table-select">
      <Checkbox
        aria-label={t.selectAll}
        checked={isAll}
        indeterminate={selected.size > 0 && !isAll}
        onCheckedChange={(checked) => onSelect(new Set(checked ? rows.map(rowKey) : []))}
      />
    </th>
  )
}

function SelectRowCell({ id, selection: { selected, onSelect } }: { id: string | number; selection: TableSelection }) {
  const t = useTexts().ui

  function toggle(checked: boolean) {
    const next = new Set(selected)
    if (checked) next.add(id)
    else next.delete(id)
    onSelect(next)
  }

  return (
    <td role="cell" className="data-table-select">
      <Checkbox aria-label={t.selectRow} checked={selected.has(id)} onCheckedChange={toggle} />
    </td>
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

function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>) {
  const { target, key } = event
  const down = key === 'ArrowDown' || key === 'j'
  if (!(down || key === 'ArrowUp' || key === 'k') || event.ctrlKey || event.metaKey || event.altKey) return
  if (!(target instanceof HTMLElement) || !target.matches('.data-table-open, .data-table-actions .icon-button')) return
  const row = target.closest('tr')
  const next = down ? row?.nextElementSibling : row?.previousElementSibling
  const goal = next?.querySelector<HTMLElement>(
    target.matches('.data-table-open') ? '.data-table-open' : '.data-table-actions .icon-button',
  )
  if (!goal || target.ariaExpanded === 'true') return
  event.preventDefault()
  goal.focus()
}
