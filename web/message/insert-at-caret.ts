import { useEffect, useRef, type RefObject } from 'react'

type Text = HTMLTextAreaElement | HTMLInputElement

const texts = 'textarea, .template-fields input:not([role=combobox])'
const scopes = '[data-variable-scope], form, dialog'

/**
 * Returns a function that returns the text of the same form that had the focus last, else the nearest text before the
 * element.
 */
export function useLastText(element: RefObject<HTMLElement | null>) {
  const last = useRef<Text>(null)
  useEffect(() => {
    const scope = element.current?.closest<HTMLElement>(scopes)
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches(texts)) last.current = target as Text
    }
    scope?.addEventListener('focusin', note)
    return () => scope?.removeEventListener('focusin', note)
  }, [element])
  return (): Text | undefined => {
    if (last.current?.isConnected) return last.current
    const all = [...(element.current?.closest(scopes)?.querySelectorAll<Text>(texts) ?? [])]
    const isBefore = (text: Text) =>
      element.current !== null && element.current.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_PRECEDING
    return all.findLast(isBefore) ?? all[0]
  }
}

/** Replaces the selection as if it were typed, and leaves the focus behind the insertion. */
export function insertAtCaret(text: Text | undefined, inserted: string) {
  if (!text || text.disabled || text.readOnly) return
  text.focus()
  text.setRangeText(inserted, text.selectionStart ?? text.value.length, text.selectionEnd ?? text.value.length, 'end')
  text.dispatchEvent(new Event('input', { bubbles: true }))
}
