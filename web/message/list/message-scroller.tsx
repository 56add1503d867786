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
 * Messages, the newest at the bottom. It runs from the bottom up (column-reverse), so that it begins at the newest without
 * any script, and older messages loaded at the top move nothing.
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
