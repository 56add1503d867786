import { flushSync } from 'react-dom'

/** Inserts text at the caret, or at the end, and moves the caret behind it. */
export function insertText(element: HTMLTextAreaElement | null, text: string, change: (value: string) => void) {
  if (!element) return
  const { selectionStart: start, selectionEnd: end, value } = element
  flushSync(() => change(value.slice(0, start) + text + value.slice(end)))
  element.setSelectionRange(start + text.length, start + text.length)
}
