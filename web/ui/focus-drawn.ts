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
