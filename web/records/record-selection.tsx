import { useSignals } from '@preact/signals-react/runtime'
import { useMemo, useState, type ReactNode } from 'react'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { X } from '../ui/icons'
import type { TableSelection } from '../ui/table/data-table'
import type { RecordList } from './record-list'
import type { RecordRow } from './record-source'

export type BulkActions<Row> = (rows: readonly Row[], clear: () => void) => ReactNode

interface RecordSelection<Row> extends TableSelection {
  rows: readonly Row[]
  clear: () => void
}

export function useSelection<Row extends RecordRow>(list: RecordList<Row, never>): RecordSelection<Row> {
  useSignals()
  const [chosen, setChosen] = useState<ReadonlySet<string | number>>(new Set())
  const items = list.items.value
  const rows = useMemo(() => (chosen.size === 0 ? [] : items.filter(({ id }) => chosen.has(id))), [items, chosen])
  return {
    rows,
    selected: useMemo(() => new Set(rows.map(({ id }) => id)), [rows]),
    onSelect: setChosen,
    clear: () => setChosen(new Set()),
  }
}

interface SelectionBarProps<Row> {
  selection: RecordSelection<Row>
  actions: BulkActions<Row>
}

export function SelectionBar<Row>({ selection: { rows, clear }, actions }: SelectionBarProps<Row>) {
  const t = useTexts().ui
  if (rows.length === 0) return null
  return (
    <div className="records-selection" role="toolbar" aria-label={t.selectedCount(rows.length)}>
      <span aria-live="polite">{t.selectedCount(rows.length)}</span>
      {actions(rows, clear)}
      <Button size="s" variant="ghost" icon={X} onClick={clear}>
        {t.clearSelection}
      </Button>
    </div>
  )
}
