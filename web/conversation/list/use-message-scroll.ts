import { effect } from '@preact/signals-react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { useConversation } from '../conversation-context'
import { moveFocus } from '../../message/list/move-focus'
import { useBrowserLayoutEffect, useNewestScroll } from '../../message/list/use-newest-scroll'
import { createNearWatch } from '../../message/list/windowed-block'

const olderPixels = 50
/** What stays above the first unread message when the conversation opens there. */
const unreadMargin = 56
const landingFrames = 6

/** Where the list stands: loads what is older, lands on the unread, follows what is new, goes where a quote leads. */
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

  return { ...scroll, onKeyDown, watch: near?.watch }
}

/**
 * The height of a row that has never been in sight is a guess, so the place is looked up again while the rows around it
 * are being drawn, unless the reader moves first.
 */
function landOnUnread(list: HTMLElement) {
  const stop = new AbortController()
  const row = list.querySelector('[data-row=unread]')
  // The number of the ticket that begins there comes along, or the day would cover it.
  const before = row?.previousElementSibling
  const unread = before?.matches('.ticket-separator') ? before : row
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

function useEnds() {
  const { model } = useConversation()
  return { last: model.messages.value.at(-1)?.key, own: model.outbox.messages.value.at(-1)?.clientId }
}
