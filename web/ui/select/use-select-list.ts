import { useRef, useState, type KeyboardEvent } from 'react'
import { foldText } from '../../../src/kernel/text/fold-text.contract'
import type { Option } from './option'
import { stepActive } from './option-list'

interface ListOptions<Value> {
  value: Value | null
  options: readonly Option<Value>[]
  onValueChange: (value: Value) => void
}

export function useSelectList<Value>({ value, options, onValueChange }: ListOptions<Value>) {
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const typed = useTypedText()
  const selected = options.find((option) => option.value === value)
  const close = () => setOpen(false)

  function show() {
    setActive(selected ? options.indexOf(selected) : stepActive(options, -1, 1))
    setOpen(true)
  }

  function pick(option: Option<Value> | undefined) {
    close()
    if (option && !option.disabled && option.value !== value) onValueChange(option.value)
  }

  function findTyped(letter: string) {
    const text = typed.add(letter)
    const found = options.findIndex((option) => !option.disabled && foldText(option.label).startsWith(text))
    if (found < 0) return
    if (open) setActive(found)
    else pick(options[found])
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, altKey, ctrlKey, metaKey } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!open) show()
      else if (altKey) pick(options[active])
      else setActive(stepActive(options, active, key === 'ArrowDown' ? 1 : -1))
    } else if (key === 'Home' || key === 'End') {
      if (!open) return
      event.preventDefault()
      setActive(key === 'Home' ? stepActive(options, -1, 1) : stepActive(options, 0, -1))
    } else if (key === 'Enter' || (key === ' ' && !typed.isFresh())) {
      if (ctrlKey || metaKey) return
      event.preventDefault()
      if (open) pick(options[active])
      else show()
    } else if (key === 'Tab') {
      if (open) pick(options[active])
    } else if (key.length === 1 && !ctrlKey && !metaKey) {
      event.preventDefault()
      findTyped(key)
    }
  }

  return { open, active, setActive, selected, show, close, pick, onKeyDown }
}

const typingMs = 700

/** Letters typed in quick succession form one text; after a pause a new one starts. */
function useTypedText() {
  const { current } = useRef({ text: '', at: 0 })
  const isFresh = () => Date.now() - current.at <= typingMs
  return {
    isFresh,
    add(letter: string) {
      current.text = isFresh() ? current.text + foldText(letter) : foldText(letter)
      current.at = Date.now()
      return current.text
    },
  }
}
