import { useRef, type PointerEvent, type MouseEvent } from 'react'

const pressMs = 450
const slackPixels = 10
const clickMs = 300

export function useLongPress(onPress: () => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null)
  const end = () => {
    if (press.current) clearTimeout(press.current.timer)
    press.current = null
  }
  return {
    onPointerDown({ pointerType, clientX, clientY, target }: PointerEvent) {
      if (pointerType !== 'touch' || (target instanceof Element && target.closest('input'))) return
      end()
      const timer = setTimeout(() => {
        end()
        navigator.vibrate?.(10)
        ignoreRelease()
        onPress()
      }, pressMs)
      press.current = { timer, x: clientX, y: clientY }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = press.current ?? { x: clientX, y: clientY }
      if (Math.hypot(clientX - x, clientY - y) > slackPixels) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu(event: MouseEvent) {
      // The browser's own menu would cover ours.
      if (press.current) event.preventDefault()
    },
  }
}

/** The finger that is still down must neither open the browser's menu nor press what has opened beneath it. */
function ignoreRelease() {
  const stop = new AbortController()
  const options = { capture: true, signal: stop.signal }
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const lifted = () => void setTimeout(() => stop.abort(), clickMs)
  window.addEventListener('click', ignore, options)
  window.addEventListener('contextmenu', ignore, options)
  window.addEventListener('touchend', lifted, options)
  window.addEventListener('touchcancel', lifted, options)
}
