import type { ReactNode } from 'react'

export interface Column<Row> {
  /** People's arrangements of the table keep it. */
  id: string
  header: string
  sortValue?: (row: Row) => string | number | null
  cell: (row: Row) => ReactNode
  /** The cell of a last row, for tables whose rows are all loaded. With one column that has it, all have one. */
  total?: (rows: readonly Row[]) => ReactNode
  /** The exported value; also the sort value by default. */
  exportValue?: (row: Row) => string | number | null
  align?: 'start' | 'end'
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

export interface ShownColumn<Row> extends Column<Row> {
  /** `place`: among the pinned columns. */
  pinned?: { place: number; isLast: boolean }
  isSized?: boolean
}

export function cellAttributes<Row>(column: ShownColumn<Row>, isInLine = false) {
  const { header, compact, share } = column
  return {
    role: 'cell',
    'data-label': header,
    'data-share': share && true,
    'data-line': isInLine ? (compact ?? 'labelled') : undefined,
    ...columnAttributes(column),
  }
}

export function columnAttributes<Row>({ id, align, wideOnly, pinned, isSized }: ShownColumn<Row>) {
  return {
    'data-align': align,
    'data-column': id,
    'data-wide-only': wideOnly || undefined,
    'data-sized': isSized || undefined,
    'data-pinned': pinned && (pinned.isLast ? 'last' : true),
    style: pinned && { left: `var(--pinned-${pinned.place})` },
  }
}
