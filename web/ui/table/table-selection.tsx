import { useRef } from 'react'
import { useTexts } from '../../i18n/i18n'
import { Checkbox } from '../field/checkbox'

type Key = string | number

export interface TableSelection {
  selected: ReadonlySet<Key>
  onSelect: (selected: ReadonlySet<Key>) => void
}

interface SelectAllProps<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  selection: TableSelection
  width: number | undefined
}

export function SelectAllCell<Row>({ rows, rowKey, selection, width }: SelectAllProps<Row>) {
  const t = useTexts().ui
  const { selected, onSelect } = selection
  const isAll = rows.length > 0 && selected.size === rows.length
  return (
    <th role="columnheader" scope="col" className="data-table-select" style={{ width }}>
      <Checkbox
        aria-label={t.selectAll}
        checked={isAll}
        indeterminate={selected.size > 0 && !isAll}
        onCheckedChange={(checked) => onSelect(new Set(checked ? rows.map(rowKey) : []))}
      />
    </th>
  )
}

/** `extend`: also the rows since the last changed one. */
export type SelectRow = (id: Key, checked: boolean, extend: boolean) => void

/** Returns a function that stays the same, so that rows need not be rendered again. */
export function useSelectRow<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => Key,
  selection: TableSelection | undefined,
): SelectRow | undefined {
  const latest = useRef({ rows, rowKey, selection })
  latest.current = { rows, rowKey, selection }
  const last = useRef<Key>(undefined)
  const select = useRef<SelectRow>((id, checked, extend) => {
    const { rows: all, rowKey: keyOf, selection: current } = latest.current
    if (!current) return
    const changed = extend ? keysBetween(all.map(keyOf), last.current, id) : [id]
    last.current = id
    const next = new Set(current.selected)
    for (const key of changed) {
      if (checked) next.add(key)
      else next.delete(key)
    }
    current.onSelect(next)
  })
  return selection && select.current
}

function keysBetween(keys: readonly Key[], from: Key | undefined, to: Key): readonly Key[] {
  const [start, end] = [from === undefined ? -1 : keys.indexOf(from), keys.indexOf(to)]
  return start < 0 ? [to] : keys.slice(Math.min(start, end), Math.max(start, end) + 1)
}

export function SelectRowCell({ id, isSelected, onSelect }: { id: Key; isSelected: boolean; onSelect: SelectRow }) {
  const t = useTexts().ui
  const withShift = useRef(false)
  return (
    <td role="cell" className="data-table-select">
      <Checkbox
        aria-label={t.selectRow}
        checked={isSelected}
        onClick={(event) => (withShift.current = event.shiftKey)}
        onCheckedChange={(checked) => onSelect(id, checked, withShift.current)}
      />
    </td>
  )
}
