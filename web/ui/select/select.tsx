import { ChevronDown } from '../icons'
import { useId, useRef, type AriaAttributes, useState, type KeyboardEvent } from 'react'
import { useTexts } from '../../i18n/i18n'
import { useFieldAttributes, useFieldLabelId, type FieldAttributes } from '../field/field'
import type { Option } from './option'
import { OptionList, OptionText, stepActive } from './option-list'
import { usePopup } from '../popup/use-popup'
import { foldText } from '../../../src/kernel/text/fold-text.contract'

interface SelectProps<Value> extends FieldAttributes {
  value: Value | null
  onValueChange: (value: Value) => void
  options: readonly Option<Value>[]
  onBlur?: () => void
  placeholder?: string
  disabled?: boolean
  label?: string
  className?: string
  'data-autofocus'?: boolean | undefined
}

export function Select<Value extends string | number | boolean>(props: SelectProps<Value>) {
  const { value, onValueChange, options, onBlur, placeholder, disabled, label, className } = props
  const t = useTexts()
  const attributes = useFieldAttributes(props)
  const labelId = useFieldLabelId()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useSelectList({ value, options, onValueChange })
  const { open, active, selected } = list
  const popup = usePopup({ open, onClose: list.close, anchor: button, matchWidth: true })

  return (
    <>
      <button
        {...attributes}
        ref={button}
        type="button"
        data-autofocus={props['data-autofocus'] || undefined}
        className={className ? `input select ${className}` : 'input select'}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        aria-activedescendant={open && active >= 0 ? `${id}-list-${active}` : undefined}
        aria-labelledby={labelId ? `${labelId} ${id}-value` : undefined}
        aria-label={labelId ? undefined : nameOf(label, selected?.label)}
        disabled={disabled}
        onClick={() => (open ? list.close() : list.show())}
        onKeyDown={list.onKeyDown}
        onBlur={() => {
          list.close()
          onBlur?.()
        }}
      >
        <span className="select-value" id={`${id}-value`} data-placeholder={!selected || undefined}>
          {selected ? <OptionText option={{ ...selected, description: undefined }} /> : (placeholder ?? t.ui.select)}
        </span>
        <ChevronDown size={16} aria-hidden />
      </button>
      {open && (
        <div ref={popup} popover="manual" className="popup">
          <OptionList
            id={`${id}-list`}
            label={label}
            labelledBy={labelId}
            options={options}
            active={active}
            isSelected={(other) => other === value}
            onPick={list.pick}
            onActive={list.setActive}
          />
        </div>
      )}
    </>
  )
}

function nameOf(label: AriaAttributes['aria-label'], value: string | undefined) {
  return label && value ? `${label}: ${value}` : label
}

interface ListOptions<Value> {
  value: Value | null
  options: readonly Option<Value>[]
  onValueChange: (value: Value) => void
}

function useSelectList<Value>({ value, options, onValueChange }: ListOptions<Value>) {
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
