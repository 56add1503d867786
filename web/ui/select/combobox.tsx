import { ChevronDown, X, Plus } from '../icons'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTexts } from '../../i18n/i18n'
import { useFieldAttributes, useFieldLabelId, type FieldAttributes } from '../field/field'
import { IconButton, Button } from '../button/button'
import type { Option } from './option'
import { useCombobox, type OptionSource, type ComboboxState } from './use-combobox'
import { OptionList, OptionNote } from './option-list'
import { Spinner } from '../feedback/spinner'
import { Chip } from '../display/labels'

export interface ComboboxProps<Value> extends OptionSource<Value>, FieldAttributes {
  value: Value | null
  onValueChange: (value: Value | null, option: Option<Value> | null) => void
  /** The selected option, if `options` or the last search may not contain it. */
  selected?: Option<Value> | null
  /** Offers to create what was typed when no option has that name. */
  onCreate?: (text: string) => void
  createLengthMin?: number
  onBlur?: () => void
  placeholder?: string
  clearable?: boolean
  label?: string
}

export function Combobox<Value extends string | number>({
  value,
  onValueChange,
  selected,
  ...props
}: ComboboxProps<Value>) {
  const { onBlur, placeholder, clearable = true, label, options = [] } = props
  const t = useTexts()
  const attributes = useFieldAttributes(props)
  const labelId = useFieldLabelId()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [known, setKnown] = useState<Option<Value> | null>(null)
  const chosen = [selected, known, ...options].find((option) => option?.value === value) ?? null
  const box = useCombobox<Value>({
    ...props,
    id,
    anchor: frame,
    isSelected: (other) => other === value,
    onPick(option) {
      setKnown(option)
      if (option.value !== value) onValueChange(option.value, option)
      return 'close'
    },
  })

  return (
    <div ref={frame} className="input combobox" data-open={box.open || undefined}>
      {chosen?.color && !box.typing && <span className="option-dot" style={{ '--option-colour': chosen.color }} />}
      <input
        {...attributes}
        {...box.input}
        className="input-text"
        aria-label={labelId ? undefined : label}
        placeholder={chosen?.label ?? placeholder ?? t.ui.select}
        value={box.typing ? box.query : (chosen?.label ?? '')}
        onBlur={() => {
          box.close()
          onBlur?.()
        }}
      />
      {clearable && value !== null && (
        <IconButton
          icon={X}
          label={t.ui.clearSelection}
          size="xs"
          tabIndex={-1}
          onClick={() => onValueChange(null, null)}
        />
      )}
      <ChevronDown size={16} aria-hidden onPointerDown={box.toggle} />
      <ComboboxPopup id={id} box={box} label={label} labelledBy={labelId} lengthMin={props.lengthMin} />
    </div>
  )
}

interface ComboboxPopupProps<Value> {
  id: string
  box: ComboboxState<Value>
  label: string | undefined
  labelledBy: string | undefined
  lengthMin: number | undefined
  multiple?: boolean
}

export function ComboboxPopup<Value>({
  id,
  box,
  label,
  labelledBy,
  lengthMin = 0,
  multiple,
}: ComboboxPopupProps<Value>) {
  const t = useTexts()
  if (!box.open) return null
  const { options, state, retry } = box.found
  const empty = options.length === 0 && !box.creates
  return (
    <div ref={box.popup} popover="manual" className="popup" onMouseDown={(event) => event.preventDefault()}>
      <div role="status">
        {state === 'short' && <OptionNote>{t.ui.typeMore(lengthMin)}</OptionNote>}
        {state === 'loading' && (
          <OptionNote>
            <Spinner />
            {t.ui.loading}
          </OptionNote>
        )}
        {state === 'ready' && empty && <OptionNote>{box.query ? t.ui.noResults : t.ui.noOptions}</OptionNote>}
        {state === 'failed' && (
          <OptionNote>
            {t.ui.errorTitle}
            <Button size="s" onClick={retry}>
              {t.ui.retry}
            </Button>
          </OptionNote>
        )}
      </div>
      {options.length > 0 && (
        <OptionList
          id={`${id}-list`}
          label={label}
          labelledBy={labelledBy}
          options={options}
          active={box.active}
          isSelected={box.isSelected}
          multiple={multiple}
          onPick={box.pick}
          onActive={box.setActive}
        />
      )}
      {box.creates && (
        <button type="button" className="combobox-create" tabIndex={-1} onClick={box.create}>
          <Plus size={16} aria-hidden />
          {t.ui.create(box.query.trim())}
        </button>
      )}
    </div>
  )
}

interface MultiComboboxProps<Value> extends Omit<
  ComboboxProps<Value>,
  'value' | 'onValueChange' | 'selected' | 'clearable'
> {
  disabled?: boolean
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
