import { useSignals } from '@preact/signals-react/runtime'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'

export function ProgressLine() {
  useSignals()
  const { navigation } = useApp()
  const t = useTexts().frame
  if (navigation.pending.value === undefined) return null
  return <div className="progress-line" role="progressbar" aria-label={t.loadingPage} />
}
