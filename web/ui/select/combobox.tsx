import { ChevronDown, X } from '../icons'
import { useId, useRef, useState } from 'react'
import { useTexts } from '../../i18n/i18n'
import { ComboboxPopup } from './combobox-popup'
import { useFieldAttributes, useFieldLabelId, type FieldAttributes } from '../field/field'
import { IconButton } from '../button/button'
import type { Option } from './option'
import { useCombobox, type OptionSource } from './use-combobox'

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
  disabled?: boolean
  clearable?: boolean
  label?: string
}

export function Combobox<Value extends string | number>({
  value,
  onValueChange,
  selected,
  ...props
}: ComboboxProps<Value>) {
  const { onBlur, placeholder, disabled, clearable = true, label, options = [] } = props
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
        disabled={disabled}
        onBlur={() => {
          box.close()
          onBlur?.()
        }}
      />
      {clearable && value !== null && !disabled && (
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
