import { flushSync } from 'react-dom'

/**
 * Focuses what the latest change brings onto the screen, in the same moment: a frame later its person may be writing in
 * another place already.
 */
export function focusDrawn(id: string) {
  flushSync(() => {})
  document.getElementById(id)?.focus()
}
