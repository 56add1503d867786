import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { ExportDialog } from '../records/export-dialog'

export interface ContactExport {
  query: Partial<Record<string, string>> & { format: 'xlsx' | 'csv' }
  total: number
}

export function ExportContactsDialog({ query, total, close }: ContactExport & { close: () => void }) {
  const t = useTexts('contact').contact
  const format = useFormat()
  const { api } = useApp()
  return (
    <ExportDialog
      title={t.exporting.title}
      text={t.exporting.running(format.number(total))}
      total={total}
      fileName={`${t.fileName}-${format.isoDay(Date.now())}.${query.format}`}
      done={t.exported}
      fetchFile={(exportId, signal) => api.file('/contacts/export', { query: { ...query, exportId }, signal })}
      close={close}
    />
  )
}
