import { isKeyOf } from '../../src/kernel/typed-object.contract'
import { useState } from 'react'
import { ApiError } from '../api/api-error'
import { useErrorText, useTexts } from '../i18n/i18n'
import { useUi } from '../ui/context/ui-context'

export const spreadsheetTypes = '.xls,.xlsx,.ods,.csv,.txt,.vcf'

export function useSpreadsheetUpload(upload: (form: FormData) => Promise<void>) {
  const t = useTexts('contactImport').contactImport
  const errorText = useErrorText()
  const { toast } = useUi()
  const [sending, setSending] = useState(false)

  async function send(file: File) {
    const form = new FormData()
    form.set('file', file)
    setSending(true)
    try {
      await upload(form)
    } catch (cause) {
      const reason = cause instanceof ApiError ? cause.fields['file'] : undefined
      const explained = reason && (isKeyOf(t.failures, reason) ? t.failures[reason] : errorText(reason))
      toast.error(explained ? `${t.invalidFile} ${explained}` : errorText(cause))
    }
    setSending(false)
  }

  return { sending, send }
}
