import type { ComponentProps, KeyboardEvent, ReactNode, RefObject } from 'react'
import { OlderState } from './older-state'
import { NearContext } from './windowed-block'

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

/**
 * Messages, the newest at the bottom. Reversed (column-reverse), so that it starts at the newest without a script, and
 * older messages added at the top move nothing.
 */
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
