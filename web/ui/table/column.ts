import type { ReactNode } from 'react'
import type { SortedColumn } from './use-sorted-rows'

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
  /** Hidden on tablets, where it would squeeze the others. */
  wideOnly?: boolean
  /** On phones it shares lines with its neighbours: with its header, or as a value that says what it is. */
  compact?: 'labelled' | 'value'
}

export function cellAttributes<Row>({ id, header, align, wideOnly, compact }: Column<Row>) {
  return {
    role: 'cell',
    'data-label': header,
    'data-align': align,
    'data-column': id,
    'data-wide-only': wideOnly || undefined,
    'data-compact': compact,
  }
}
