import { NoValue } from './table-cells'
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ColumnSizingState,
  type SortingState,
  type Table,
} from '@tanstack/react-table'
import { useMemo, useState, isValidElement, type ReactNode } from 'react'
import { foldText } from '../../../src/kernel/text/fold-text.contract'
import type { TableChoices } from '../../../src/user/user.contract'
import type { Column, ShownColumn } from './column'

export interface KeptChoices {
  choices: TableChoices | undefined
  save: (choices: TableChoices) => void
}

export interface Sort {
  id: string
  direction: 'asc' | 'desc'
}

export type TableModel<Row extends object> = ReturnType<typeof useTableModel<Row>>

export interface ColumnsArrangement {
  choices: TableChoices
  columns: readonly { id: string; header: string; wideOnly: boolean; isHidden: boolean; isPinned: boolean }[]
  pin: (id: string, isPinned: boolean) => void
  hide: (id: string, isHidden: boolean) => void
  /** To the place before or after another column. */
  move: (id: string, target: string, isAfter: boolean) => void
  resetWidths: () => void
  reset: () => void
}

interface ModelOptions<Row extends object> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  kept?: KeptChoices | undefined
}

export const widthMin = 40
export const widthMax = 1000
const unarranged: TableChoices = { order: [], hidden: [], pinned: [], widths: {} }

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})

/** The rows in the chosen order, and the columns as the person arranged them. The first column names the row and stays first. */
export function useTableModel<Row extends object>({ columns, rows, kept }: ModelOptions<Row>) {
  const [sorting, setSorting] = useState<SortingState>([])
  const [resized, setResized] = useState<ColumnSizingState>()
  const choices = kept?.choices ?? unarranged
  const save = (part: Partial<TableChoices>) => kept?.save({ ...choices, ...part })
  const arrangement = useArrangement(columns, rows, choices)
  const columnSizing = resized ?? choices.widths
  const sized = Object.keys(columnSizing).join('\n')
  const table = useTable({
    features,
    columns: useDefinitions(columns),
    data: rows as Row[],
    enableMultiSort: false,
    sortDescFirst: false,
    state: { ...arrangement, columnSizing, sorting },
    onSortingChange: setSorting,
    onColumnOrderChange: (change) => save({ order: functionalUpdate(change, choices.order) }),
    onColumnSizingChange: (change) => save({ widths: functionalUpdate(change, choices.widths) }),
    onColumnPinningChange: (change) =>
      save({ pinned: functionalUpdate(change, { start: choices.pinned, end: [] }).start }),
    onColumnVisibilityChange: (change) => save({ hidden: hiddenIn(functionalUpdate(change, hide(choices.hidden))) }),
  })
  const pinned = table.getStartVisibleLeafColumns()
  const shown = useMemo(
    () =>
      [...pinned, ...table.getCenterVisibleLeafColumns()].flatMap(({ id }, index): ShownColumn<Row>[] => {
        const column = columns.find((one) => one.id === id)
        const place = index < pinned.length && { pinned: { place: index, isLast: index === pinned.length - 1 } }
        return column ? [{ ...column, ...place, isSized: id in columnSizing }] : []
      }),
    [columns, arrangement, sized],
  )
  const [first] = sorting
  return {
    shown,
    // The table would make an object for each row.
    sorted: first === undefined ? rows : table.getRowModel().rows.map(({ original }) => original),
    sort: first ? ({ id: first.id, direction: first.desc ? 'desc' : 'asc' } satisfies Sort) : null,
    toggleSort: (id: string) => table.getColumn(id)?.toggleSorting(),
    widthOf: (id: string) => (id in columnSizing ? table.getColumn(id)?.getSize() : undefined),
    resize(widths: ColumnSizingState, isDone: boolean) {
      const all = { ...choices.widths, ...widths }
      setResized(isDone ? undefined : all)
      if (isDone) table.setColumnSizing(all)
    },
    arranged: kept && arrangementOf(table, columns, choices, () => kept.save(unarranged)),
  }
}

function arrangementOf<Row extends object>(
  table: Table<typeof features, Row>,
  columns: readonly Column<Row>[],
  choices: TableChoices,
  reset: () => void,
): ColumnsArrangement {
  const all = [...table.getStartLeafColumns(), ...table.getCenterLeafColumns()]
  return {
    choices,
    columns: all.flatMap((column) => {
      const { id, header, wideOnly = false } = columns.find((one) => one.id === column.id) ?? {}
      const isHidden = choices.hidden.includes(column.id) && column.getCanHide()
      return id && header ? { id, header, wideOnly, isHidden, isPinned: column.getIsPinned() !== false } : []
    }),
    pin: (id, isPinned) => table.getColumn(id)?.pin(isPinned ? 'start' : false),
    hide: (id, isHidden) => table.getColumn(id)?.toggleVisibility(!isHidden),
    move(id, target, isAfter) {
      const others = all.map((column) => column.id).filter((other) => other !== id)
      others.splice(others.indexOf(target) + (isAfter ? 1 : 0), 0, id)
      table.setColumnOrder(others)
    },
    resetWidths: () => table.setColumnSizing({}),
    reset,
  }
}

const hide = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, false]))
const hiddenIn = (visibility: Record<string, boolean>) => Object.keys(visibility).filter((id) => !visibility[id])

/** What was kept may name columns that are not there any more, or the first one, of which only pinning is a choice. */
function useArrangement<Row>(columns: readonly Column<Row>[], rows: readonly Row[], choices: TableChoices) {
  const empty = useMemo(
    () => columns.filter((column) => column.optional && contentsOf(column, rows) === 'empty').map(({ id }) => id),
    [columns, rows],
  ).join('\n')
  return useMemo(() => {
    const first = columns[0]?.id ?? ''
    const columnOrder = [first, ...choices.order]
    const all = new Set([...columnOrder, ...columns.map(({ id }) => id)])
    const start = [...all].filter((id) => choices.pinned.includes(id) || (id === first && choices.pinned.length > 0))
    const columnVisibility = { ...hide([...choices.hidden, ...empty.split('\n')]), [first]: true }
    return { columnOrder, columnVisibility, columnPinning: { start, end: [] } }
  }, [columns, empty, choices])
}

function useDefinitions<Row extends object>(columns: readonly Column<Row>[]) {
  return useMemo(
    () =>
      columns.map(({ id, sortValue }): ColumnDef<typeof features, Row, unknown> => ({
        id,
        enableHiding: id !== columns[0]?.id,
        minSize: widthMin,
        maxSize: widthMax,
        accessorFn: (row) => orderOf(sortValue?.(row) ?? undefined),
        enableSorting: sortValue !== undefined,
        sortUndefined: 'last',
        sortFn: (a, b, column) => compare(a.getValue(column), b.getValue(column)),
      })),
    [columns],
  )
}

/** Letters are compared without accents, so that server and browser agree whatever their locale data. */
const orderOf = (value: string | number | undefined) => (typeof value === 'string' ? foldText(value) : value)

function compare(first: unknown, second: unknown): number {
  if (first === undefined || second === undefined || first === second) return 0
  return (first as number) < (second as number) ? -1 : 1
}

type ColumnContents = 'empty' | 'same' | 'different'

export function contentsOf<Row>({ cell }: Column<Row>, rows: readonly Row[]): ColumnContents {
  const [first, ...others] = rows
  if (first === undefined) return 'different'
  const shown = contentOf(cell(first))
  if (others.some((row) => contentOf(cell(row)) !== shown)) return 'different'
  if (shown === '') return 'empty'
  return others.length > 0 ? 'same' : 'different'
}

/** Returns a text that differs if two cells look different. What cannot be compared is different. */
function contentOf(node: ReactNode): string | symbol {
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (Array.isArray(node)) return joined(node.map(contentOf))
  if (!isValidElement<Record<string, unknown>>(node)) return String(node)
  const { type, props } = node
  if (type === NoValue) return ''
  const { children, className, ...others } = props
  const parts = [contentOf(children as ReactNode), ...Object.entries(others).map(propContent)]
  return joined(parts)
}

function propContent([name, value]: [string, unknown]): string | symbol {
  if (value === '' || value === null || value === undefined || typeof value === 'function') return ''
  if (Array.isArray(value) && value.length === 0) return ''
  return typeof value === 'object' ? Symbol(name) : `${name}=${String(value)}`
}

const joined = (parts: readonly (string | symbol)[]) =>
  parts.every((part) => typeof part === 'string') ? parts.filter((part) => part !== '').join(' ') : Symbol()
