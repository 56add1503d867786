import { ChevronDown } from '../icons'
import { useId, useRef, type AriaAttributes } from 'react'
import { useTexts } from '../../i18n/i18n'
import { useFieldAttributes, useFieldLabelId, type FieldAttributes } from '../field/field'
import type { Option } from './option'
import { OptionList, OptionText } from './option-list'
import { usePopup } from '../popup/use-popup'
import { useSelectList } from './use-select-list'

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

/** Selects one of a few options. From about ten on, Combobox is easier to use. */
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
