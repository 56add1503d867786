import { flushSync } from 'react-dom'

/**
 * Focuses what the latest change brings onto the screen, in the same moment: a frame later its person may be writing in
 * another place already.
 */
export function focusDrawn(id: string) {
  flushSync(() => {})
  document.getElementById(id)?.focus()
}

/** Whether the person writes somewhere: what comes later, by itself, leaves the focus there. */
export function isWriting() {
  return document.activeElement?.matches('input, textarea') ?? false
}

/** Whether what had the focus is gone, so that keys would go nowhere. */
export function isFocusLost() {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body
}
