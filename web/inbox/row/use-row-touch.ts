import { useEffect, type RefObject } from 'react'
import type { VirtualListHandle } from '../../ui/list/virtual-list'
import { useInbox } from '../state/inbox-context'
import { rowOf } from '../selection/use-row-selection-keys'

/** Shorter than the browser's own long press, which opens the link's menu. */
const longPressMs = 450
const slackPx = 10

/** A long press selects, then taps do. Only for fingers; scrolling ends the press. */
export function useRowTouch(handle: RefObject<VirtualListHandle | null>) {
  const { selection } = useInbox()
  useEffect(() => {
    const list = handle.current?.element()
    let timer: ReturnType<typeof setTimeout> | undefined
    let start: { x: number; y: number } | undefined
    let [isTouch, wasLong] = [false, false]

    function stop() {
      clearTimeout(timer)
      timer = undefined
    }

    function onDown({ target, pointerType, isPrimary, clientX, clientY }: PointerEvent) {
      stop()
      ;[isTouch, wasLong] = [pointerType === 'touch', false]
      const id = rowOf(target)
      if (!isTouch || !isPrimary || id === undefined || isControl(target)) return
      start = { x: clientX, y: clientY }
      timer = setTimeout(() => {
        wasLong = true
        selection.toggle(id)
        navigator.vibrate?.(10)
      }, longPressMs)
    }

    function onMove({ clientX, clientY }: PointerEvent) {
      if (timer !== undefined && start && Math.hypot(clientX - start.x, clientY - start.y) > slackPx) stop()
    }

    function onClick(event: MouseEvent) {
      // The keyboard clicks without a press.
      if (!isTouch || event.detail === 0) return
      const id = rowOf(event.target)
      if (wasLong) swallow(event)
      else if (id !== undefined && selection.isActive.peek() && !isControl(event.target)) {
        swallow(event)
        selection.toggle(id)
      }
    }

    function onContextMenu(event: MouseEvent) {
      if (isTouch && wasLong) event.preventDefault()
    }

    const listeners = new AbortController()
    const { signal } = listeners
    list?.addEventListener('pointerdown', onDown, { signal })
    list?.addEventListener('pointermove', onMove, { signal })
    for (const end of ['pointerup', 'pointercancel', 'scroll']) list?.addEventListener(end, stop, { signal })
    list?.addEventListener('click', onClick, { signal, capture: true })
    list?.addEventListener('contextmenu', onContextMenu, { signal })
    return () => {
      stop()
      listeners.abort()
    }
  }, [handle, selection])
}

const isControl = (target: EventTarget | null) => target instanceof Element && target.closest('button, label') !== null

function swallow(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}
