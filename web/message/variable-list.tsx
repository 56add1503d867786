import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { messageVariables } from '../../src/message/compose/message-variables.contract'
import { useTexts } from '../i18n/i18n'
import { insertAtCaret, useLastText } from './insert-at-caret'

interface VariableListProps {
  label: string
  names?: readonly string[]
}

/**
 * The variables that a text may contain. Each is inserted where the caret last was in a text of the same form. The list is
 * one stop of the Tab key; arrows left and right move in it.
 */
export function VariableList({ label, names = messageVariables }: VariableListProps) {
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
    <div ref={list} className="variable-list" role="toolbar" aria-label={label} onKeyDown={onKeyDown}>
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
