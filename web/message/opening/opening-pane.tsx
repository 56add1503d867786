import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n'
import type { PartState } from '../../page/opened-part'
import { Skeleton, ErrorState } from '../../ui/feedback/feedback'
import { paneAttributes } from '../../ui/layout/focus'

export type OpeningState = Exclude<PartState<unknown>, { kind: 'ready' }>

interface OpeningPaneProps {
  label: string
  state: OpeningState
  children: ReactNode
  /** By default one that takes no text. */
  composer?: ReactNode
}

export function OpeningPane({ label, state, children, composer = <InertComposer /> }: OpeningPaneProps) {
  return (
    <section className="conversation" aria-label={label}>
      <div className="conversation-main" {...paneAttributes('textarea')}>
        <header className="conversation-header row">{children}</header>
        {state.kind === 'failed' ? <ErrorState error={state.cause} onRetry={state.retry} /> : <OpeningMessages />}
        {state.kind === 'loading' && composer}
      </div>
    </section>
  )
}

const bubbles = [
  { ours: false, width: '46%', height: 44 },
  { ours: false, width: '28%', height: 36 },
  { ours: true, width: '52%', height: 60 },
  { ours: false, width: '38%', height: 36 },
  { ours: true, width: '34%', height: 36 },
] as const

function OpeningMessages() {
  const t = useTexts().ui
  return (
    <div className="opening-messages" role="status" aria-label={t.loading}>
      {bubbles.map(({ ours, width, height }, index) => (
        <span key={index} className="opening-bubble" data-ours={ours || undefined}>
          <Skeleton shape="box" width={width} height={height} />
        </span>
      ))}
    </div>
  )
}

/** Focusable, so that early typing does not trigger shortcuts. */
function InertComposer() {
  const t = useTexts().message.composer
  return (
    <footer className="composer">
      <div className="composer-row">
        <div className="composer-text">
          <textarea readOnly aria-busy rows={1} aria-label={t.label} placeholder={t.placeholder} />
        </div>
      </div>
    </footer>
  )
}
