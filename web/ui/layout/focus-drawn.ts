import { flushSync } from 'react-dom'

/**
 * Renders the pending change and focuses an element in it synchronously. A frame later the user may already be typing
 * elsewhere.
 */
export function focusDrawn(id: string) {
  flushSync(() => {})
  document.getElementById(id)?.focus()
}

/** Returns whether the user is typing somewhere, so that later changes must not move the focus. */
export function isWriting() {
  return document.activeElement?.matches('input:not([type=checkbox], [type=radio]), textarea') ?? false
}

/** Returns whether the focused element is gone. The page's main part may have received the focus instead. */
export function isFocusLost() {
  const { activeElement } = document
  return activeElement === null || activeElement.matches('body, main')
}
