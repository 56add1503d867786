import { effect } from '@preact/signals-react'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useConversation } from '../conversation-context'
import { moveFocus } from './move-focus'
import { createNearWatch } from './windowed-block'

const olderPixels = 50
const newestPixels = 60
/** What stays above the first unread message when the conversation opens there. */
const unreadMargin = 56
const landingFrames = 6

const onServer = typeof window === 'undefined'
const useBrowserLayoutEffect = onServer ? useEffect : useLayoutEffect

/** Where the list stands: loads what is older, lands on the unread, follows what is new, goes where a quote leads. */
export function useMessageScroll() {
  const { model, view, composer } = useConversation()
  const scroller = useRef<HTMLDivElement>(null)
  const [atNewest, setAtNewest] = useState(true)
  const [near, setNear] = useState<ReturnType<typeof createNearWatch>>()

  function onScroll() {
    const element = scroller.current
    if (!element) return
    // Counted from the bottom: 0 at the newest, negative above.
    const newest = element.scrollTop > -newestPixels
    if (newest !== atNewest) setAtNewest(newest)
    model.setAtNewest(newest)
    if (element.scrollHeight - element.clientHeight + element.scrollTop <= olderPixels) void model.loadOlder()
  }

  function toNewest() {
    scroller.current?.scrollTo({ top: 0, behavior: 'smooth' })
  }

  useBrowserLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const stopLanding = landOnUnread(element)
    onScroll()
    const made = createNearWatch(element)
    setNear(made)
    return () => {
      stopLanding()
      made.stop()
    }
  }, [])

  useKeepPlace(scroller)
  useFollowOwn(scroller)

  useEffect(
    () =>
      effect(() => {
        const wanted = view.wanted.value
        if (!wanted) return
        // The next frame: its rows may have to come back into the document first.
        requestAnimationFrame(() => {
          const row = scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(wanted.key)}"]`)
          row?.scrollIntoView({ block: 'center' })
          row?.focus({ preventScroll: true })
        })
      }),
    [view],
  )

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    // A menu of a message closes itself.
    if (event.target instanceof Element && event.target.closest(':popover-open')) return
    if (event.key === 'Escape') {
      if (view.selection.peek()) view.selection.value = undefined
      else composer.focusWanted.value += 1
      return event.preventDefault()
    }
    if (moveFocus(scroller.current, event)) event.preventDefault()
  }

  return { scroller, onScroll, onKeyDown, toNewest, atNewest, watch: near?.watch }
}

/**
 * The height of a row that has never been in sight is a guess, so the place is looked up again while the rows around it
 * are being drawn, unless the reader moves first.
 */
function landOnUnread(list: HTMLElement) {
  const stop = new AbortController()
  const unread = list.querySelector('[data-row=unread]')
  const above = () => (unread?.getBoundingClientRect().top ?? 0) - list.getBoundingClientRect().top - unreadMargin
  if (!unread || above() >= 0) return () => {}

  function land(framesLeft: number) {
    if (stop.signal.aborted) return
    list.scrollTop += above()
    if (framesLeft > 0) requestAnimationFrame(() => land(framesLeft - 1))
  }
  land(landingFrames)
  for (const moved of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    list.addEventListener(moved, () => stop.abort(), { signal: stop.signal, passive: true })
  }
  return () => stop.abort()
}

/** Browsers that anchor scrolling keep the reader's place themselves; for the others what grew at the end is made up for. */
function useKeepPlace(scroller: { current: HTMLElement | null }) {
  const { model } = useConversation()
  const before = useRef({ lastKey: '', height: 0 })
  const lastKey = model.messages.value.at(-1)?.key ?? ''
  useBrowserLayoutEffect(() => {
    const element = scroller.current
    if (!element || CSS.supports('overflow-anchor', 'auto')) return
    const grown = element.scrollHeight - before.current.height
    if (before.current.lastKey !== lastKey && element.scrollTop < -newestPixels) element.scrollTop -= grown
    before.current = { lastKey, height: element.scrollHeight }
  })
}

/** What one has written oneself is always shown. */
function useFollowOwn(scroller: { current: HTMLElement | null }) {
  const { model } = useConversation()
  const waiting = model.outbox.messages.value.at(-1)?.clientId
  useBrowserLayoutEffect(() => {
    if (waiting) scroller.current?.scrollTo({ top: 0 })
  }, [waiting])
}
