import { memo, useState, type MouseEvent, type ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n'
import { IconButton } from '../button/button'
import { ChevronDown, Ellipsis, type LucideIcon } from '../icons'
import { cellAttributes, type ShownColumn } from './column'
import { SelectRowCell, type SelectRow } from './table-selection'
import { Menu } from '../popup/menu'

interface RowCellsProps<Row> {
  row: Row
  id: string | number
  columns: readonly ShownColumn<Row>[]
  line: string
  onOpen: ((row: Row) => void) | undefined
  actions: ((row: Row) => readonly RowAction[]) | undefined
  isSelected: boolean
  onSelect: SelectRow | undefined
}

interface TableRowProps<Row> extends RowCellsProps<Row> {
  position: number | undefined
  tone: 'warning' | 'danger' | undefined
  isMarked: boolean
}

/** Rendered again only if its props change, so callers with long lists keep columns and functions. */
export const TableRow = memo(function TableRow<Row>({ position, tone, isMarked, ...cells }: TableRowProps<Row>) {
  const { row, onOpen } = cells
  const [isExpanded, setExpanded] = useState(false)

  function onClick(event: MouseEvent<HTMLElement>) {
    const pressed =
      event.target instanceof Element && event.target.closest('button, a, input, label, [popover], dialog')
    // Selecting text does not open the row.
    if (pressed || getSelection()?.toString()) return
    if (event.currentTarget.querySelector('.data-table-expand')?.checkVisibility()) setExpanded(!isExpanded)
    else onOpen?.(row)
  }

  return (
    <tr
      role="row"
      aria-rowindex={position}
      data-open={onOpen ? true : undefined}
      data-tone={tone}
      data-marked={isMarked || undefined}
      data-expanded={isExpanded || undefined}
      onClick={onClick}
    >
      <RowCells {...cells} isExpanded={isExpanded} onExpand={setExpanded} />
    </tr>
  )
}) as <Row>(props: TableRowProps<Row>) => ReactNode

/** Separate from the row, whose position changes with each row that is added above. */
const RowCells = memo(function RowCells<Row>(props: RowCellsProps<Row> & ExpandButtonProps) {
  const { row, id, columns, line, onOpen, actions, isSelected, onSelect, isExpanded, onExpand } = props
  const inLine = line.split(' ')
  return (
    <>
      {onSelect && <SelectRowCell id={id} isSelected={isSelected} onSelect={onSelect} />}
      {columns.map((column, index) => (
        <td key={column.id} {...cellAttributes(column, inLine.includes(column.id))}>
          {index === 0 && onOpen ? (
            <button type="button" className="data-table-open" onClick={() => onOpen(row)}>
              {column.cell(row)}
            </button>
          ) : (
            column.cell(row)
          )}
          {index === 0 && <ExpandButton isExpanded={isExpanded} onExpand={onExpand} />}
        </td>
      ))}
      {actions && (
        <td role="cell" className="data-table-actions">
          <RowActions actions={actions(row)} />
        </td>
      )}
    </>
  )
}) as <Row>(props: RowCellsProps<Row> & ExpandButtonProps) => ReactNode

interface ExpandButtonProps {
  isExpanded: boolean
  onExpand: (isExpanded: boolean) => void
}

/** On phones only. The press on the row beside its name does the same. */
function ExpandButton({ isExpanded, onExpand }: ExpandButtonProps) {
  const t = useTexts().ui
  return (
    <IconButton
      className="data-table-expand"
      icon={ChevronDown}
      label={t.rowDetails}
      aria-expanded={isExpanded}
      onClick={() => onExpand(!isExpanded)}
    />
  )
}

export interface RowAction {
  label: string
  icon: LucideIcon
  onSelect: () => void
  danger?: boolean
  disabled?: boolean
  /** Always in the menu, even if there is space. */
  inMenu?: boolean
}

const inlineMax = 3

export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const t = useTexts()
  const inline = actions.filter(({ inMenu }) => !inMenu)
  const icons =
    inline.length === actions.length && actions.length <= inlineMax ? inline : inline.slice(0, inlineMax - 1)
  const rest = actions.filter((action) => !icons.includes(action))
  return (
    <span className="row-actions">
      {icons.map(({ label, icon, onSelect, danger, disabled }) => (
        <IconButton
          key={label}
          icon={icon}
          label={label}
          size="s"
          variant={danger ? 'danger' : 'ghost'}
          disabled={disabled}
          onClick={onSelect}
        />
      ))}
      {rest.length > 0 && (
        <Menu
          align="end"
          items={rest.flatMap((action, index) =>
            action.danger && index > 0 ? (['separator', action] as const) : [action],
          )}
          trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label={t.ui.moreActions} size="s" />}
        />
      )}
    </span>
  )
}
