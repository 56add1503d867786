import { useSignals } from '@preact/signals-react/runtime'
import { useState, type ReactNode } from 'react'
import type { Format } from '../i18n/format'
import { useFormat, useTexts } from '../i18n/i18n'
import { ExportDialog } from '../records/export-dialog'
import type { RecordList } from '../records/record-list'
import type { RecordRow } from '../records/record-source'
import type { RecordTexts } from '../records/record-texts'
import { RecordsPage } from '../records/records-page'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { DateInput, isWholeDate } from '../ui/field/date-input'
import { FileSpreadsheet, History } from '../ui/icons'
import type { Column } from '../ui/table/data-table'

/** Lists of audit entries count no further. */
const countMax = 10_000

type DayFilter = 'from' | 'to'

interface AuditScreenProps<Entry extends RecordRow> {
  list: RecordList<Entry, never>
  texts: RecordTexts & { title: string }
  columns: Column<Entry>[]
  filters: ReactNode
  /** Of the export, without its ending. */
  fileName: string
  fetchFile: (exportId: string, signal: AbortSignal) => Promise<Blob>
  /** The chosen entry in full. */
  details: (entry: Entry, close: () => void) => ReactNode
}

export function AuditScreen<Entry extends RecordRow>(props: AuditScreenProps<Entry>) {
  useSignals()
  const { list, texts, columns, filters, fileName, fetchFile, details } = props
  const t = useTexts('audit').audit
  const format = useFormat()
  const [shown, setShown] = useState<Entry>()
  const [exporting, setExporting] = useState(false)
  const count = list.count.value
  return (
    <>
      <RecordsPage
        list={list}
        texts={texts}
        icon={History}
        columns={columns}
        heading={() => (
          <>
            {texts.title} <span className="subtle tabular">{shownCount(format, count)}</span>
          </>
        )}
        onRow={setShown}
        filters={filters}
        headerActions={
          <Button icon={FileSpreadsheet} disabled={count === 0} onClick={() => setExporting(true)}>
            {t.export.button}
          </Button>
        }
      />
      {shown && details(shown, () => setShown(undefined))}
      {exporting && (
        <ExportDialog
          title={t.export.title}
          text={t.export.running(shownCount(format, list.count.peek()))}
          total={list.count.peek()}
          fileName={`${fileName}.xlsx`}
          done={t.export.done}
          fetchFile={fetchFile}
          close={() => setExporting(false)}
        />
      )}
    </>
  )
}

const shownCount = (format: Format, count: number) => `${format.number(count)}${count >= countMax ? '+' : ''}`

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
