import { flushSync } from 'react-dom'

/** Synchronous: a frame later the user may already be typing elsewhere. */
export function focusDrawn(id: string) {
  flushSync(() => {})
  document.getElementById(id)?.focus()
}

export function isWriting() {
  return document.activeElement?.matches('input:not([type=checkbox], [type=radio]), textarea') ?? false
}

/** Returns whether the focused element is gone. The page's main part may have received the focus instead. */
export function isFocusLost() {
  const { activeElement } = document
  return activeElement === null || activeElement.matches('body, main')
}
