import { useEffect, useEffectEvent, type RefObject } from 'react'
import { useTexts } from '../../i18n/i18n'
import { IconButton } from '../button/button'
import { Spinner } from '../feedback/spinner'
import { ArrowDown, ArrowUp, ChevronsUpDown, Columns3 } from '../icons'
import { ColumnSplitter } from '../layout/column-splitter'
import { lazyPart } from '../layout/lazy-part'
import { Popover } from '../popup/popover'
import { columnAttributes, type ShownColumn } from './column'
import { SelectAllCell, type TableSelection } from './table-selection'
import type { useColumnWidths } from './use-column-widths'
import { widthMax, widthMin, type ColumnsArrangement, type TableModel } from './use-table-model'

const ColumnsMenu = lazyPart(() => import('./columns-menu').then((code) => code.ColumnsMenu), <Spinner />)

interface TableHeadProps<Row extends object> {
  head: RefObject<HTMLTableRowElement | null>
  table: {
    rows: readonly Row[]
    rowKey: (row: Row) => string | number
    selection?: TableSelection | undefined
    actions?: unknown
    onSorted?: () => void
  }
  model: TableModel<Row>
  widths: ReturnType<typeof useColumnWidths>
  isWindowed: boolean
}

export function TableHead<Row extends object>({ head, table, model, widths, isWindowed }: TableHeadProps<Row>) {
  const t = useTexts().ui
  const { rows, rowKey, selection, actions, onSorted } = table
  const { shown, arranged, toggleSort } = model
  const offset = selection ? 1 : 0
  useColumnDrag(head, arranged)
  return (
    <thead role="rowgroup">
      <tr ref={head} role="row" aria-rowindex={isWindowed ? 1 : undefined}>
        {selection && <SelectAllCell rows={rows} rowKey={rowKey} selection={selection} width={widths.fixed?.[0]} />}
        {shown.map((column, index) => (
          <HeaderCell
            key={column.id}
            column={column}
            fixedWidth={widths.fixed?.[index + offset]}
            measured={widths.measured}
            model={model}
            onToggle={() => {
              toggleSort(column.id)
              onSorted?.()
            }}
          />
        ))}
        {Boolean(actions ?? arranged) && (
          <th
            role="columnheader"
            scope="col"
            className="data-table-actions"
            // With chosen widths it takes the rest.
            style={{ width: shown.some(({ isSized }) => isSized) ? undefined : widths.fixed?.[shown.length + offset] }}
          >
            {Boolean(actions) && <span className="visually-hidden">{t.actions}</span>}
            {arranged && (
              <Popover
                align="end"
                title={t.columns.title}
                trigger={(trigger) => (
                  <IconButton
                    {...trigger}
                    className="data-table-columns"
                    icon={Columns3}
                    label={t.columns.title}
                    size="s"
                  />
                )}
              >
                <ColumnsMenu {...arranged} />
              </Popover>
            )}
          </th>
        )}
      </tr>
    </thead>
  )
}

function useColumnDrag(head: RefObject<HTMLTableRowElement | null>, arranged: ColumnsArrangement | undefined) {
  const move = useEffectEvent((id: string, target: string, isAfter: boolean) => arranged?.move(id, target, isAfter))
  const ids = arranged?.columns.map(({ id, isHidden }) => `${id} ${isHidden}`).join('\n')
  useEffect(() => {
    let stop: (() => void) | undefined
    let isOver = ids === undefined
    if (ids !== undefined && matchMedia('(min-width: 768px)').matches)
      import('./drag-columns')
        .then(({ dragColumns }) => {
          if (!isOver && head.current) stop = dragColumns(head.current, 'x', (...moved) => move(...moved))
        })
        .catch(reportError)
    return () => {
      isOver = true
      stop?.()
    }
  }, [head, ids])
}

interface HeaderCellProps<Row extends object> {
  column: ShownColumn<Row>
  fixedWidth: number | undefined
  measured: Record<string, number>
  model: TableModel<Row>
  onToggle: () => void
}

function HeaderCell<Row extends object>({ column, fixedWidth, measured, model, onToggle }: HeaderCellProps<Row>) {
  const t = useTexts().ui
  const { id, header, sortValue, share } = column
  const direction = model.sort?.id === id ? model.sort.direction : null
  const Icon = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ChevronsUpDown
  const sized = model.widthOf(id)
  const { style, ...attributes } = columnAttributes(column)
  const width = fixedWidth ?? (share ? `${share}%` : column.width)

  function resize(next: number, isDone: boolean) {
    const shown = model.shown.flatMap((one) => (measured[one.id] ? [[one.id, clamp(measured[one.id] ?? 0)]] : []))
    model.resize({ ...Object.fromEntries(shown), [id]: next }, isDone)
  }

  return (
    <th
      role="columnheader"
      scope="col"
      {...attributes}
      style={sized === undefined ? { ...style, width } : { ...style, '--column-width': `${sized}px` }}
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}
    >
      {sortValue ? (
        <button
          type="button"
          className="data-table-sort"
          data-direction={direction ?? undefined}
          aria-label={t.sortBy(header)}
          onClick={onToggle}
        >
          <span>{header}</span>
          <Icon size={12} aria-hidden />
        </button>
      ) : (
        <span>{header}</span>
      )}
      {model.arranged && (
        <span
          onDoubleClick={({ currentTarget }) => resize(fittingWidth(currentTarget, id), true)}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && resize(fittingWidth(currentTarget, id), true)}
        >
          <ColumnSplitter
            label={`${t.resizeColumn}: ${header}`}
            width={sized ?? measured[id] ?? 0}
            min={widthMin}
            max={widthMax}
            onResize={(next) => resize(next, false)}
            onCommit={(next) => resize(next, true)}
          />
        </span>
      )}
    </th>
  )
}

const clamp = (width: number) => Math.min(widthMax, Math.max(widthMin, Math.round(width)))

function fittingWidth(splitter: Element, id: string) {
  const table = splitter.closest('table')
  const cells = [...(table?.querySelectorAll<HTMLElement>(`:is(th, td)[data-column="${CSS.escape(id)}"]`) ?? [])]
  if (!table) return widthMin
  table.dataset['fitting'] = ''
  for (const cell of cells) cell.dataset['fitting'] = ''
  const width = Math.max(...cells.map((cell) => cell.getBoundingClientRect().width))
  for (const element of [table, ...cells]) delete element.dataset['fitting']
  return clamp(Math.ceil(width))
}
