import { Pipette } from '../icons'
import { useRef, type KeyboardEvent } from 'react'
import { useTexts } from '../../i18n/i18n'
import { readableOn, readColour, swatchColours } from '../colour/colour'
import { useFieldAttributes, useFieldLabelId, type FieldAttributes } from './field'
import { tooltip } from '../popup/tooltip'

interface ColorInputProps extends FieldAttributes {
  value: string
  onValueChange: (value: string) => void
  onBlur?: () => void
}

export function ColorInput({ value, onValueChange, onBlur, ...props }: ColorInputProps) {
  const t = useTexts()
  const attributes = useFieldAttributes(props)
  const labelId = useFieldLabelId()
  const picker = useRef<HTMLInputElement>(null)
  const valid = readColour(value) !== undefined

  return (
    <div className="color-input">
      <div className="input">
        <span className="color-input-shown" style={{ '--swatch-colour': valid ? value : 'transparent' }} />
        <input
          {...attributes}
          className="input-text"
          type="text"
          spellCheck={false}
          autoComplete="off"
          maxLength={7}
          placeholder="#000000"
          aria-label={labelId ? undefined : t.ui.colourCode}
          value={value}
          onChange={(event) => onValueChange(event.target.value.replace(/^(?=[^#])/, '#').toUpperCase())}
          onBlur={onBlur}
        />
        <button
          type="button"
          className="icon-button"
          data-size="xs"
          {...tooltip(t.ui.otherColour)}
          aria-label={t.ui.otherColour}
          onClick={() => picker.current?.showPicker()}
        >
          <Pipette size={14} aria-hidden />
        </button>
        <input
          ref={picker}
          className="color-input-picker"
          type="color"
          tabIndex={-1}
          aria-hidden
          value={valid && value.length === 7 ? value : '#000000'}
          onChange={(event) => onValueChange(event.target.value.toUpperCase())}
        />
      </div>
      <Swatches value={value} onPick={onValueChange} />
    </div>
  )
}

interface SwatchesProps {
  value: string
  onPick: (colour: string) => void
}

function Swatches({ value, onPick }: SwatchesProps) {
  const t = useTexts()
  const chosen = swatchColours.findIndex((colour) => colour.toUpperCase() === value.toUpperCase())

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (!step || !(event.target instanceof HTMLElement)) return
    event.preventDefault()
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const next = (buttons.indexOf(event.target as HTMLButtonElement) + step + buttons.length) % buttons.length
    buttons[next]?.focus()
    onPick(swatchColours[next] ?? value)
  }

  return (
    <div className="color-input-swatches" role="radiogroup" aria-label={t.ui.colour} onKeyDown={onKeyDown}>
      {swatchColours.map((colour, index) => (
        <button
          key={colour}
          type="button"
          role="radio"
          className="color-input-swatch"
          aria-checked={index === chosen}
          aria-label={colour}
          tabIndex={index === Math.max(0, chosen) ? 0 : -1}
          style={{ '--swatch-colour': colour, '--swatch-text': readableOn(colour) }}
          onClick={() => onPick(colour)}
        />
      ))}
    </div>
  )
}
