import { ChevronDown } from './icons'
import { useId, useRef, useState, type AriaAttributes, type KeyboardEvent } from 'react'
import { useTexts } from '../i18n/i18n'
import { useFieldAttributes, useFieldLabelId, type FieldAttributes } from './field'
import { foldText } from '../../src/kernel/fold-text.contract'
import type { Option } from './option'
import { OptionList, OptionText, stepActive } from './option-list'
import { usePopup } from './use-popup'

export interface SelectProps<Value> extends FieldAttributes {
  value: Value | null
  onValueChange: (value: Value) => void
  options: readonly Option<Value>[]
  onBlur?: () => void
  placeholder?: string
  disabled?: boolean
  /** Its name where no field around it gives one. */
  label?: string
  className?: string
}

const typingMs = 700

/** One of a few known options. From about ten on, Combobox is easier to use. */
export function Select<Value extends string | number | boolean>(props: SelectProps<Value>) {
  const { value, onValueChange, options, onBlur, placeholder, disabled, label, className } = props
  const t = useTexts()
  const attributes = useFieldAttributes(props)
  const labelId = useFieldLabelId()
  const id = useId()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const button = useRef<HTMLButtonElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const popup = usePopup({ open, onClose: () => setOpen(false), anchor: button, matchWidth: true })
  const selected = options.find((option) => option.value === value)

  function show() {
    setActive(selected ? options.indexOf(selected) : stepActive(options, -1, 1))
    setOpen(true)
  }

  function pick(option: Option<Value> | undefined) {
    setOpen(false)
    if (option && !option.disabled && option.value !== value) onValueChange(option.value)
  }

  function typeAhead(letter: string, at: number) {
    const { current } = typed
    current.text = at - current.at < typingMs ? current.text + foldText(letter) : foldText(letter)
    current.at = at
    const found = options.findIndex((option) => !option.disabled && foldText(option.label).startsWith(current.text))
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
    } else if (key === 'Enter' || (key === ' ' && Date.now() - typed.current.at > typingMs)) {
      if (ctrlKey || metaKey) return
      event.preventDefault()
      if (open) pick(options[active])
      else show()
    } else if (key === 'Tab') {
      if (open) pick(options[active])
    } else if (key.length === 1 && !ctrlKey && !metaKey) {
      event.preventDefault()
      typeAhead(key, Date.now())
    }
  }

  return (
    <>
      <button
        {...attributes}
        ref={button}
        type="button"
        className={className ? `input select ${className}` : 'input select'}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        aria-activedescendant={open && active >= 0 ? `${id}-list-${active}` : undefined}
        aria-labelledby={labelId ? `${labelId} ${id}-value` : undefined}
        aria-label={labelId ? undefined : nameOf(label, selected?.label)}
        disabled={disabled}
        onClick={() => (open ? setOpen(false) : show())}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setOpen(false)
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
            onPick={pick}
            onActive={setActive}
          />
        </div>
      )}
    </>
  )
}

function nameOf(label: AriaAttributes['aria-label'], value: string | undefined) {
  return label && value ? `${label}: ${value}` : label
}
