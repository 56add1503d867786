import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { useFormat, useTexts } from '../i18n/i18n'
import { ExportDialog } from '../records/export-dialog'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { DateInput, isWholeDate } from '../ui/field/date-input'

/** Lists of audit entries count no further. */
const countMax = 10_000

type DayFilter = 'from' | 'to'

export function AuditHeading({ count }: { count: number }) {
  const format = useFormat()
  return (
    <span className="subtle tabular">
      {format.number(count)}
      {count >= countMax && '+'}
    </span>
  )
}

interface DayFiltersProps {
  list: {
    filters: { value: Readonly<Record<DayFilter, string>> }
    setFilter: (name: DayFilter, value: string) => void
  }
}

export function DayFilters({ list }: DayFiltersProps) {
  useSignals()
  const t = useTexts('audit').audit.filters
  const days = list.filters.value
  return (['from', 'to'] as const).map((name) => (
    <label key={name} className="audit-day">
      <span>{t[name]}</span>
      <DateInput value={days[name]} onValueChange={(day) => isWholeDate(day) && list.setFilter(name, day)} />
    </label>
  ))
}

export function FactsDialog({ facts, close }: { facts: readonly [label: string, ReactNode][]; close: () => void }) {
  const { audit: t, ui } = useTexts('audit')
  return (
    <Dialog open title={t.entry} onClose={close} footer={<Button onClick={close}>{ui.close}</Button>}>
      <dl className="audit-facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              {(Array.isArray(value) ? value : [value]).map((one, index) => (
                <dd key={index}>{typeof one === 'string' ? <bdi>{one}</bdi> : one}</dd>
              ))}
            </div>
          ))}
      </dl>
    </Dialog>
  )
}

interface ExportAuditDialogProps {
  /** Without its ending. */
  fileName: string
  list: { count: { peek: () => number } }
  fetchFile: (exportId: string, signal: AbortSignal) => Promise<Blob>
  close: () => void
}

export function ExportAuditDialog({ fileName, list, fetchFile, close }: ExportAuditDialogProps) {
  const t = useTexts('audit').audit.export
  const format = useFormat()
  const total = list.count.peek()
  return (
    <ExportDialog
      title={t.title}
      text={t.running(total >= countMax ? `${format.number(total)}+` : format.number(total))}
      total={total}
      fileName={`${fileName}.xlsx`}
      done={t.done}
      fetchFile={fetchFile}
      close={close}
    />
  )
}
