import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
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

type Watch = (element: Element, onNear: (near: boolean) => void) => () => void

/** Notifies blocks when they come near the visible part of the list. */
const NearContext = createContext<Watch | undefined>(undefined)

/** How far beyond the visible part rows are rendered, so that fast scrolling shows no gaps. */
const nearPixels = 1800

export function createNearWatch(root: Element): { watch: Watch; stop: () => void } {
  const handlers = new Map<Element, (near: boolean) => void>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) handlers.get(target)?.(isIntersecting)
    },
    { root, rootMargin: `${nearPixels}px 0px` },
  )
  return {
    watch(element, onNear) {
      handlers.set(element, onNear)
      observer.observe(element)
      return () => {
        handlers.delete(element)
        observer.unobserve(element)
      }
    },
    stop: () => observer.disconnect(),
  }
}

interface BlockProps {
  /** Contains a row that must be rendered. */
  forced: boolean
  children: () => ReactNode
}

/** Rows that are removed from the document when far away; an element of their height stays. */
export function WindowedBlock({ forced, children }: BlockProps) {
  const watch = use(NearContext)
  const block = useRef<HTMLDivElement>(null)
  const [away, setAway] = useState<number>()
  const shown = away === undefined || forced

  useEffect(() => {
    const element = block.current
    if (!element || !watch) return
    return watch(element, (near) => {
      if (near) setAway(undefined)
      // A block with the focus is not removed.
      else if (!element.contains(document.activeElement)) setAway(element.offsetHeight)
    })
  }, [watch])

  useLayoutEffect(() => {
    if (forced) setAway(undefined)
  }, [forced])

  return (
    <div ref={block} className="message-block" style={shown ? undefined : { height: away }}>
      {shown && children()}
    </div>
  )
}
