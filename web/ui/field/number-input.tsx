import { ChevronDown, ChevronUp } from '../icons'
import { useState, type ComponentProps, type KeyboardEvent } from 'react'
import { useFieldAttributes } from './field'

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'min' | 'max' | 'step'> {
  /** Null while the field is empty, NaN while it holds no number. */
  value: number | null
  onValueChange: (value: number | null) => void
  /** Limits of the arrow keys and buttons. What is typed is left to the form, which says what is wrong with it. */
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
  decimals?: number | undefined
  unit?: string | undefined
  isAmount?: boolean | undefined
}

export function NumberInput({
  value,
  onValueChange,
  min,
  max,
  step = 1,
  isAmount = false,
  decimals = isAmount ? 2 : 0,
  unit = isAmount ? 'R$' : undefined,
  ...props
}: NumberInputProps) {
  const attributes = useFieldAttributes(props)
  const { className, onBlur, onKeyDown, ...rest } = props
  const [typed, setTyped] = useState('')
  // What was typed is shown as long as it is the value, so that "1," and "abc" stay.
  const isTyped = typed !== '' && Object.is(valueOf(typed, decimals), value)

  function type(text: string) {
    setTyped(text)
    onValueChange(valueOf(text, decimals))
  }

  function move(steps: number) {
    const from = value === null || Number.isNaN(value) ? (min ?? 0) : value
    const moved = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, from + steps * step))
    setTyped('')
    onValueChange(Number(moved.toFixed(decimals)))
  }

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event)
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key]
    if (!steps || rest.readOnly) return
    event.preventDefault()
    move(steps)
  }

  return (
    <div className={className ? `input number-input ${className}` : 'input number-input'}>
      <input
        {...rest}
        {...attributes}
        className="input-text"
        type="text"
        inputMode={decimals > 0 ? 'decimal' : 'numeric'}
        role="spinbutton"
        autoComplete="off"
        aria-valuenow={value === null || Number.isNaN(value) ? undefined : value}
        aria-valuemin={min}
        aria-valuemax={max}
        value={isTyped ? typed : shownText(value, isAmount)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKey}
        onBlur={(event) => {
          if (isFitting(value, decimals)) setTyped('')
          onBlur?.(event)
        }}
      />
      {unit && <span className="number-input-unit">{unit}</span>}
      {!rest.disabled && <StepButtons onStep={move} />}
    </div>
  )
}

/** Written anew on leaving; anything else stays as typed, beside its error. */
const isFitting = (value: number | null, decimals: number) =>
  value === null || Number.isInteger(value) || (decimals > 0 && !Number.isNaN(value))

/** Null for an empty text, NaN for one that is no number. Decimals that do not fit are none, too. */
function valueOf(text: string, decimals: number): number | null {
  if (text.trim() === '') return null
  const number = readNumberText(text.trim())
  if (!Number.isFinite(number)) return Number.NaN
  return decimals > 0 && Number(number.toFixed(decimals)) !== number ? Number.NaN : number
}

function shownText(value: number | null, isAmount: boolean) {
  if (value === null || Number.isNaN(value)) return ''
  return isAmount ? amountText(value) : String(value)
}

/** Only for the mouse: the keyboard has the arrow keys. */
function StepButtons({ onStep }: { onStep: (steps: number) => void }) {
  return (
    <span className="number-input-steps" aria-hidden>
      <button type="button" tabIndex={-1} onClick={() => onStep(1)}>
        <ChevronUp size={12} />
      </button>
      <button type="button" tabIndex={-1} onClick={() => onStep(-1)}>
        <ChevronDown size={12} />
      </button>
    </span>
  )
}

const grouped = [
  { pattern: /^-?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/, separator: '.' },
  { pattern: /^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/, separator: ',' },
]

/** Whatever its separators: "1.500,00", "1,500.00", "1500,5". Three digits behind one are thousands. NaN for partial input. */
export function readNumberText(text: string): number {
  const separator = grouped.find(({ pattern }) => pattern.test(text))?.separator
  const plain = (separator ? text.replaceAll(separator, '') : text).replace(',', '.')
  // Without this, "0x1f", "1e9" and " " would be numbers.
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

/** An amount in reais as it is written in Brazil, without grouping, so that it can be edited. */
export const amountText = (value: number) => value.toFixed(2).replace('.', ',')
