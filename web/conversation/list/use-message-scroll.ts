import { effect } from '@preact/signals-react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { useConversation } from '../state/conversation-context'
import { moveFocus } from '../../message/list/move-focus'
import { useBrowserLayoutEffect, useNewestScroll } from '../../message/list/use-newest-scroll'
import { createNearWatch } from '../../message/list/windowed-block'

const olderPixels = 50
/** Space above the first unread message when the conversation opens there. */
const unreadMargin = 56
const landingFrames = 6

/** Scrolls the list: loads older pages, opens at the unread messages, follows new ones, and jumps to quotes. */
export function useMessageScroll() {
  const { model, view, composer } = useConversation()
  const scroll = useNewestScroll({ model, ends: useEnds(), olderPixels })
  const { scroller, onScroll } = scroll
  const [near, setNear] = useState<ReturnType<typeof createNearWatch>>()

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

  useEffect(
    () =>
      effect(() => {
        const wanted = view.wanted.value
        if (!wanted) return
        // In the next frame, because its rows may have to be rendered first.
        requestAnimationFrame(() => {
          const row = scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(wanted.key)}"]`)
          row?.scrollIntoView({ block: 'center' })
          // A search keeps the focus, so that Enter shows the next hit.
          if (!view.searching.peek()) row?.focus({ preventScroll: true })
        })
      }),
    [view],
  )

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    // The menu of a message closes itself.
    if (event.target instanceof Element && event.target.closest(':popover-open')) return
    if (event.key === 'Escape') {
      if (view.selection.peek()) view.selection.value = undefined
      else composer.focusWanted.value += 1
      return event.preventDefault()
    }
    if (moveFocus(scroller.current, event)) event.preventDefault()
  }

  return { ...scroll, onKeyDown, watch: near?.watch }
}

/**
 * The heights of rows that were never visible are estimates, so the position is corrected while rows around it render,
 * until the reader scrolls.
 */
function landOnUnread(list: HTMLElement) {
  const stop = new AbortController()
  const row = list.querySelector('[data-row=unread]')
  // Includes the separator of the ticket that starts there, which the day would cover.
  const before = row?.previousElementSibling
  const unread = before?.matches('.ticket-separator') ? before : row
  const above = () => (unread?.getBoundingClientRect().top ?? 0) - list.getBoundingClientRect().top - unreadMargin
  if (!unread) return () => {}
  let landing = false

  function land(framesLeft: number) {
    if (stop.signal.aborted) return
    // What replaces the composer may make the list lower after the first frame.
    landing ||= above() < 0
    if (landing) list.scrollTop += above()
    if (framesLeft > 0) requestAnimationFrame(() => land(framesLeft - 1))
  }
  land(landingFrames)
  for (const moved of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    list.addEventListener(moved, () => stop.abort(), { signal: stop.signal, passive: true })
  }
  return () => stop.abort()
}

function useEnds() {
  const { model } = useConversation()
  return { last: model.messages.value.at(-1)?.key, own: model.outbox.messages.value.at(-1)?.clientId }
}
