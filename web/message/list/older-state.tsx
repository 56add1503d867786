import { useSignals } from '@preact/signals-react/runtime'
import type { ReadonlySignal } from '@preact/signals-react'
import { RotateCw } from '../../ui/icons'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { Spinner } from '../../ui/feedback/spinner'

interface OlderStateProps {
  model: {
    readonly older: ReadonlySignal<'idle' | 'loading' | 'failed'>
    loadOlder(): Promise<void>
  }
}

/** At the top: older messages are loading, failed, or none are left. */
export function OlderState({ model }: OlderStateProps) {
  useSignals()
  const { message: t, ui } = useTexts()
  if (model.older.value === 'failed') {
    return (
      <div className="older-state" role="alert">
        {t.olderFailed}
        <Button size="s" icon={RotateCw} onClick={() => model.loadOlder()}>
          {ui.retry}
        </Button>
      </div>
    )
  }
  return (
    <div className="older-state">{model.older.value === 'loading' && <Spinner size={18} label={t.loadingOlder} />}</div>
  )
}
