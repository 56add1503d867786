import type { ComponentProps, KeyboardEvent, ReactNode, RefObject } from 'react'
import { NearContext } from './windowed-block'
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

interface MessageScrollerProps {
  label: string
  model: ComponentProps<typeof OlderState>['model']
  scroll: {
    scroller: RefObject<HTMLDivElement | null>
    watch: ComponentProps<typeof NearContext>['value']
    onScroll: () => void
    onKeyDown: (event: KeyboardEvent) => void
  }
  children: ReactNode
}

/** Reversed, so that it starts at the newest without a script, and older ones on top move nothing. */
export function MessageScroller({ label, model, scroll, children }: MessageScrollerProps) {
  return (
    <div
      className="message-list"
      ref={scroll.scroller}
      role="region"
      aria-label={label}
      tabIndex={0}
      onScroll={scroll.onScroll}
      onKeyDown={scroll.onKeyDown}
    >
      <div className="message-list-inside">
        <NearContext value={scroll.watch}>
          <OlderState model={model} />
          {children}
        </NearContext>
      </div>
    </div>
  )
}

/** At the top: older messages are loading, failed, or none are left. */
function OlderState({ model }: OlderStateProps) {
  useSignals()
  const { message: t, ui } = useTexts()
  if (model.older.value === 'failed') {
    return (
      <div className="older-state row gap-3" role="alert">
        {t.olderFailed}
        <Button size="s" icon={RotateCw} onClick={() => model.loadOlder()}>
          {ui.retry}
        </Button>
      </div>
    )
  }
  return (
    <div className="older-state row gap-3">
      {model.older.value === 'loading' && <Spinner size={18} label={t.loadingOlder} />}
    </div>
  )
}
