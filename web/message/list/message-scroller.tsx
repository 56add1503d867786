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
import { RotateCw, ChevronDown } from '../../ui/icons'
import { useTexts, useFormat, useNow } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { Spinner } from '../../ui/feedback/spinner'
import { Badge } from '../../ui/display/labels'
import { isMotionReduced } from '../../ui/layout/use-media'

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

export function NewestButton({ shown, count, onJump }: { shown: boolean; count: number; onJump: () => void }) {
  const t = useTexts().message
  return (
    <button
      type="button"
      className="jump-button row"
      hidden={!shown}
      aria-label={count > 0 ? `${t.toNewest}. ${t.arrived(count)}` : t.toNewest}
      onClick={onJump}
    >
      {count > 0 && <Badge count={count} kind="brand" />}
      <ChevronDown size={20} aria-hidden />
    </button>
  )
}

interface ListModel {
  setAtNewest(atNewest: boolean): void
  loadOlder(): Promise<void>
}

interface ListEnds {
  last: string | number | undefined
  own: string | undefined
}

interface NewestScrollOptions {
  model: ListModel
  ends: ListEnds
  /** Older messages are loaded when less than this is left above. */
  olderPixels: number
}

const newestPixels = 60

const onServer = typeof window === 'undefined'
export const useBrowserLayoutEffect = onServer ? useEffect : useLayoutEffect

/** Reversed: starts at the newest and keeps the visible ones in place. */
export function useNewestScroll({ model, ends, olderPixels }: NewestScrollOptions) {
  const scroller = useRef<HTMLDivElement>(null)
  const [atNewest, setAtNewest] = useState(true)

  function onScroll() {
    const element = scroller.current
    if (!element) return
    // Measured from the bottom: 0 at the newest, negative above.
    const newest = element.scrollTop > -newestPixels
    if (newest !== atNewest) setAtNewest(newest)
    model.setAtNewest(newest)
    if (element.scrollHeight - element.clientHeight + element.scrollTop <= olderPixels) void model.loadOlder()
  }

  useKeepBelow(scroller, ends)
  useFollowOwn(scroller, ends)
  return {
    scroller,
    atNewest,
    onScroll,
    toNewest: () => scroller.current?.scrollTo({ top: 0, behavior: isMotionReduced() ? 'auto' : 'smooth' }),
  }
}

type Scroller = RefObject<HTMLElement | null>

/** Browsers with scroll anchoring keep the position themselves; for others, growth at the end is compensated. */
function useKeepBelow(scroller: Scroller, { last }: ListEnds) {
  const before = useRef({ last, height: 0 })
  useBrowserLayoutEffect(() => {
    const element = scroller.current
    if (!element || CSS.supports('overflow-anchor', 'auto')) return
    const grown = element.scrollHeight - before.current.height
    if (before.current.last !== last && element.scrollTop < -newestPixels) element.scrollTop -= grown
    before.current = { last, height: element.scrollHeight }
  })
}

function useFollowOwn(scroller: Scroller, { own }: ListEnds) {
  useBrowserLayoutEffect(() => {
    if (own) scroller.current?.scrollTo({ top: 0 })
  }, [own])
}

/** The messages of one day with its name. `at`: any time of that day. */
export function MessageDay({ at, children }: { at: string; children: ReactNode }) {
  const format = useFormat()
  const label = format.dayLabel(at, useNow())
  return (
    <section className="message-day" aria-label={label}>
      <h2 className="day-separator">
        <span>{label}</span>
      </h2>
      {children}
    </section>
  )
}

/** Moves from message to message with the arrow keys, unless the focus is inside a message's control. */
export function moveFocus(list: HTMLElement | null, { key, target }: KeyboardEvent) {
  if (!list || !(target instanceof HTMLElement) || !(target === list || target.matches('.message'))) return false
  const rows = [...list.querySelectorAll<HTMLElement>('.message')]
  const at = rows.indexOf(target)
  const to = { ArrowUp: at < 0 ? rows.length - 1 : at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[key]
  const row = to === undefined ? undefined : rows[to]
  if (!row || (at < 0 && key === 'ArrowDown')) return false
  row.focus()
  row.scrollIntoView({ block: 'nearest' })
  return true
}
