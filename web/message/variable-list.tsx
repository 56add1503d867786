import { type KeyboardEvent, type MouseEvent, useRef, useState, useEffect, type RefObject } from 'react'
import { messageVariables } from '../../src/message/compose/message-variables.contract'
import { useTexts } from '../i18n/i18n'

type Text = HTMLTextAreaElement | HTMLInputElement

const texts = 'textarea, .template-fields input:not([role=combobox])'

const scopes = '[data-variable-scope], form, dialog'

/** Inserted at the last caret of the form. One stop of Tab; arrows move in it. */
export function VariableList({ label, names = messageVariables }: { label: string; names?: readonly string[] }) {
  const { insertVariable } = useTexts().ui
  const list = useRef<HTMLDivElement>(null)
  const lastText = useLastText(list)
  const [stop, setStop] = useState(0)
  // The text keeps the focus and its selection.
  const keepFocus = (event: MouseEvent) => event.preventDefault()

  function onKeyDown({ key }: KeyboardEvent) {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    const chips = list.current?.querySelectorAll('button')
    if (step !== 0) chips?.[(stop + step + chips.length) % chips.length]?.focus()
  }

  return (
    <div ref={list} className="variable-list row wraps" role="toolbar" aria-label={label} onKeyDown={onKeyDown}>
      <span>{label}</span>
      {names.map((name, index) => (
        <button
          key={name}
          type="button"
          className="variable-chip"
          aria-label={insertVariable(`{{${name}}}`)}
          tabIndex={index === Math.min(stop, names.length - 1) ? 0 : -1}
          onFocus={() => setStop(index)}
          onMouseDown={keepFocus}
          onClick={() => insertAtCaret(lastText(), `{{${name}}}`)}
        >
          {`{{${name}}}`}
        </button>
      ))}
    </div>
  )
}

/** Of the same form, focused last; else the nearest before the element. */
function useLastText(element: RefObject<HTMLElement | null>) {
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
function insertAtCaret(text: Text | undefined, inserted: string) {
  if (!text || text.disabled || text.readOnly) return
  text.focus()
  text.setRangeText(inserted, text.selectionStart ?? text.value.length, text.selectionEnd ?? text.value.length, 'end')
  text.dispatchEvent(new Event('input', { bubbles: true }))
}
