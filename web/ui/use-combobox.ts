import { useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { foldText } from '../../src/kernel/fold-text.contract'
import type { Option } from './option'
import { stepActive } from './option-list'
import { useOptionSearch, type OptionSource } from './use-option-search'
import { usePopup } from './use-popup'

interface ComboboxOptions<Value> extends OptionSource<Value> {
  id: string
  anchor: RefObject<HTMLElement | null>
  isSelected: (value: Value) => boolean
  /** Whether the popup closes after it. */
  onPick: (option: Option<Value>) => 'close' | 'stay'
  onCreate?: ((text: string) => void) | undefined
  createLengthMin?: number | undefined
  disabled?: boolean | undefined
}

export type ComboboxState<Value> = ReturnType<typeof useCombobox<Value>>

/** What Combobox and MultiCombobox share: the popup, the typed text, the active option and the keys. */
export function useCombobox<Value>(options: ComboboxOptions<Value>) {
  const { id, anchor, isSelected, onPick, onCreate, createLengthMin = 1, disabled } = options
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [typing, setTyping] = useState(false)
  const [active, setActive] = useState(-1)
  const found = useOptionSearch(query, open, options)
  const popup = usePopup({ open, onClose: close, anchor, matchWidth: true, returnFocus: false })
  const text = query.trim()
  const creates =
    onCreate !== undefined &&
    text.length >= createLengthMin &&
    found.state === 'ready' &&
    !hasLabel(found.options, text)

  function show() {
    if (open || disabled) return
    setActive(found.options.findIndex(({ value }) => isSelected(value)))
    setOpen(true)
  }

  function close() {
    setOpen(false)
    setTyping(false)
    setQuery('')
  }

  function pick(option: Option<Value> | undefined) {
    if (!option || option.disabled) return
    setQuery('')
    setTyping(false)
    if (onPick(option) === 'close') close()
  }

  function create() {
    close()
    onCreate?.(text)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) show()
      else
        setActive(
          stepActive(
            found.options,
            active < 0 && event.key === 'ArrowUp' ? 0 : active,
            event.key === 'ArrowDown' ? 1 : -1,
          ),
        )
    } else if (event.key === 'Enter' && open && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      const only = text !== '' && found.options.length > 0 ? found.options[Math.max(0, active)] : found.options[active]
      if (only) pick(only)
      else if (creates) create()
    } else if (event.key === 'Tab') {
      close()
    }
  }

  const input = {
    type: 'text',
    role: 'combobox',
    autoComplete: 'off',
    spellCheck: false,
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-expanded': open,
    'aria-controls': open ? `${id}-list` : undefined,
    'aria-activedescendant': open && active >= 0 && active < found.options.length ? `${id}-list-${active}` : undefined,
    onKeyDown,
    onClick: show,
    onChange(event: { target: { value: string } }) {
      setQuery(event.target.value)
      setTyping(true)
      setActive(event.target.value.trim() === '' ? -1 : 0)
      if (!disabled) setOpen(true)
    },
  } as const

  /** For the arrow at the end of the input. */
  function toggle(event: PointerEvent) {
    event.preventDefault()
    anchor.current?.querySelector('input')?.focus()
    if (open) close()
    else show()
  }

  return {
    open,
    query,
    typing,
    active,
    setActive,
    popup,
    input,
    found,
    creates,
    create,
    pick,
    close,
    toggle,
    isSelected,
  }
}

function hasLabel(options: readonly Option<unknown>[], text: string) {
  return options.some(({ label }) => foldText(label) === foldText(text))
}
