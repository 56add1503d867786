import { memo, type MouseEvent, type ReactNode } from 'react'
import { cellAttributes, type Column } from './column'
import { RowActions, type RowAction } from './row-actions'
import { SelectRowCell, type SelectRow } from './table-selection'

interface RowCellsProps<Row> {
  row: Row
  id: string | number
  columns: readonly Column<Row>[]
  onOpen: ((row: Row) => void) | undefined
  actions: ((row: Row) => readonly RowAction[]) | undefined
  isSelected: boolean
  onSelect: SelectRow | undefined
}

interface TableRowProps<Row> extends RowCellsProps<Row> {
  /** Its `aria-rowindex`, if not all rows are rendered. */
  position: number | undefined
  tone: 'warning' | 'danger' | undefined
}

/** Rendered again only if its props change, so callers with long lists keep columns and functions. */
export const TableRow = memo(function TableRow<Row>({ position, tone, ...cells }: TableRowProps<Row>) {
  const { row, onOpen } = cells

  function onClick(event: MouseEvent) {
    const pressed =
      event.target instanceof Element && event.target.closest('button, a, input, label, [popover], dialog')
    // Selecting text does not open the row.
    if (!pressed && !getSelection()?.toString()) onOpen?.(row)
  }

  return (
    <tr
      role="row"
      aria-rowindex={position}
      data-open={onOpen ? true : undefined}
      data-tone={tone}
      onClick={onOpen ? onClick : undefined}
    >
      <RowCells {...cells} />
    </tr>
  )
}) as <Row>(props: TableRowProps<Row>) => ReactNode

/** Separate from the row, whose position changes with each row that is added above. */
const RowCells = memo(function RowCells<Row>(props: RowCellsProps<Row>) {
  const { row, id, columns, onOpen, actions, isSelected, onSelect } = props
  return (
    <>
      {onSelect && <SelectRowCell id={id} isSelected={isSelected} onSelect={onSelect} />}
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
    </>
  )
}) as <Row>(props: RowCellsProps<Row>) => ReactNode
