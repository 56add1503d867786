import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type SortingState,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { foldText } from '../../../src/kernel/text/fold-text.contract'

export interface Sort {
  id: string
  direction: 'asc' | 'desc'
}

export interface SortedColumn<Row> {
  id: string
  /** Makes the column sortable by the returned value. */
  sortValue?: (row: Row) => string | number | null
}

interface SortOptions<Row extends object> {
  columns: readonly SortedColumn<Row>[]
  rows: readonly Row[]
  sort?: Sort | null
  onSortChange?: (sort: Sort | null) => void
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

/** Returns the rows in the order of the chosen column, or unchanged if they are sorted elsewhere. */
export function useSortedRows<Row extends object>({ columns, rows, sort, onSortChange }: SortOptions<Row>) {
  const [own, setOwn] = useState<SortingState>([])
  const manual = onSortChange !== undefined
  const sorting = useMemo(
    () => (manual ? (sort ? [{ id: sort.id, desc: sort.direction === 'desc' }] : []) : own),
    [manual, sort, own],
  )
  const definitions = useMemo(
    () =>
      columns.map(({ id, sortValue }): ColumnDef<typeof features, Row, unknown> => ({
        id,
        accessorFn: (row) => orderOf(sortValue?.(row) ?? undefined),
        enableSorting: sortValue !== undefined,
        sortUndefined: 'last',
        sortFn: (a, b, column) => compare(a.getValue(column), b.getValue(column)),
      })),
    [columns],
  )
  const data = rows as Row[]
  const table = useTable({
    features,
    columns: definitions,
    data,
    manualSorting: manual,
    enableMultiSort: false,
    sortDescFirst: false,
    state: { sorting },
    onSortingChange(change) {
      const next = typeof change === 'function' ? change(sorting) : change
      const [first] = next
      if (manual) onSortChange(first ? { id: first.id, direction: first.desc ? 'desc' : 'asc' } : null)
      else setOwn(next)
    },
  })

  const [first] = sorting
  return {
    // The table would make an object for each row.
    sorted: manual || first === undefined ? rows : table.getRowModel().rows.map(({ original }) => original),
    sort: first ? ({ id: first.id, direction: first.desc ? 'desc' : 'asc' } satisfies Sort) : null,
    toggleSort: (id: string) => table.getColumn(id)?.toggleSorting(),
  }
}

/** Letters are compared without accents, so that server and browser agree whatever their locale data. */
const orderOf = (value: string | number | undefined) => (typeof value === 'string' ? foldText(value) : value)

function compare(first: unknown, second: unknown): number {
  if (first === undefined || second === undefined || first === second) return 0
  return (first as number) < (second as number) ? -1 : 1
}
