import { useState } from 'react'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { saveBlob } from '../ui/save-blob'
import { useAttempt } from '../ui/use-attempt'

type ExportQuery = Partial<Record<string, string>> & { format: 'xlsx' | 'csv' }

/** Exports the filtered contacts to a file on the server, and saves it. */
export function useExportContacts() {
  const t = useTexts('contact').contact
  const { api } = useApp()
  const attempt = useAttempt()
  const [exporting, setExporting] = useState(false)

  async function exportContacts(query: ExportQuery) {
    setExporting(true)
    await attempt(async () => {
      const file = await api.file('/contacts/export', { query })
      saveBlob(file, `${t.fileName}-${new Date().toLocaleDateString('sv')}.${query.format}`)
    }, t.exported)
    setExporting(false)
  }

  return { exporting, exportContacts }
}
