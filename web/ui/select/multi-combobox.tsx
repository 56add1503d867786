import { ChevronDown } from '../icons'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTexts } from '../../i18n/i18n'
import { Chip } from '../display/labels'
import type { ComboboxProps } from './combobox'
import { ComboboxPopup } from './combobox-popup'
import { useFieldAttributes, useFieldLabelId } from '../field/field'
import type { Option } from './option'
import { useCombobox } from './use-combobox'

interface MultiComboboxProps<Value> extends Omit<
  ComboboxProps<Value>,
  'value' | 'onValueChange' | 'selected' | 'clearable'
> {
  value: readonly Value[]
  onValueChange: (value: Value[], options: Option<Value>[]) => void
  /** The selected options, if `options` or the last search may not contain them. */
  selected?: readonly Option<Value>[]
}

/** Selects several of many options, shown as chips before the input. Backspace removes the last one. */
export function MultiCombobox<Value extends string | number>({
  value,
  onValueChange,
  selected,
  ...props
}: MultiComboboxProps<Value>) {
  const { onBlur, placeholder, disabled, label, options } = props
  const t = useTexts()
  const attributes = useFieldAttributes(props)
  const labelId = useFieldLabelId()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const selection = useSelection({ value, onValueChange, selected, options })
  const box = useCombobox<Value>({
    ...props,
    id,
    anchor: frame,
    isSelected: (other) => value.includes(other),
    onPick(option) {
      selection.toggle(option)
      return 'stay'
    },
  })

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Backspace' && box.query === '' && value.length > 0) selection.removeLast()
    else box.input.onKeyDown(event)
  }

  return (
    <div ref={frame} className="input combobox multi-combobox" data-open={box.open || undefined}>
      <div className="multi-combobox-values">
        {selection.options.map((option) => (
          <Chip
            key={String(option.value)}
            label={option.label}
            color={option.color}
            onRemove={disabled ? undefined : () => selection.remove(option.value)}
          />
        ))}
        <input
          {...attributes}
          {...box.input}
          className="input-text"
          aria-label={labelId ? undefined : label}
          placeholder={value.length === 0 ? (placeholder ?? t.ui.select) : undefined}
          value={box.query}
          disabled={disabled}
          onKeyDown={onKeyDown}
          onBlur={() => {
            box.close()
            onBlur?.()
          }}
        />
      </div>
      <ChevronDown size={16} aria-hidden onPointerDown={box.toggle} />
      <ComboboxPopup id={id} box={box} label={label} labelledBy={labelId} lengthMin={props.lengthMin} multiple />
    </div>
  )
}

type SelectionOptions<Value> = Pick<MultiComboboxProps<Value>, 'value' | 'onValueChange' | 'selected' | 'options'>

function useSelection<Value>({ value, onValueChange, selected = [], options = [] }: SelectionOptions<Value>) {
  const [known, setKnown] = useState<readonly Option<Value>[]>([])
  const optionOf = (one: Value): Option<Value> =>
    [...selected, ...known, ...options].find((option) => option.value === one) ?? { value: one, label: String(one) }
  const change = (next: Value[]) => onValueChange(next, next.map(optionOf))
  const without = (one: Value) => value.filter((other) => other !== one)
  return {
    options: value.map(optionOf),
    remove: (one: Value) => change(without(one)),
    removeLast: () => change(value.slice(0, -1)),
    toggle(option: Option<Value>) {
      setKnown([option, ...known])
      const next = value.includes(option.value) ? without(option.value) : [...value, option.value]
      onValueChange(
        next,
        next.map((one) => (one === option.value ? option : optionOf(one))),
      )
    },
  }
}
