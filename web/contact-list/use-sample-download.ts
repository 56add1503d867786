import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { saveBlob } from '../ui/text/object-url'
import { useAttempt } from '../ui/form/use-attempt'

export function useSampleDownload() {
  const t = useTexts('contactList').contactList
  const { api } = useApp()
  const attempt = useAttempt()
  return () => attempt(async () => saveBlob(await api.file('/contact-lists/sample'), t.sampleName))
}
