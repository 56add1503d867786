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
  /** Left out while it is empty in all rows, which gives its room to the others. */
  optional?: boolean
  /** In per cent, of the room that other columns leave. Cut where it ends. */
  share?: number
  /** Hidden on tablets, where it would squeeze the others. */
  wideOnly?: boolean
  /** In the second line of a phone's row: with its header, or as a value that says what it is. */
  compact?: 'labelled' | 'value'
}

export function cellAttributes<Row>({ id, header, align, wideOnly, compact, share }: Column<Row>, isInLine = false) {
  return {
    role: 'cell',
    'data-label': header,
    'data-align': align,
    'data-column': id,
    'data-share': share && true,
    'data-wide-only': wideOnly || undefined,
    'data-line': isInLine ? (compact ?? 'labelled') : undefined,
  }
}
