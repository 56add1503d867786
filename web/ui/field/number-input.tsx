import { ChevronDown, ChevronUp } from '../icons'
import { useState, type ComponentProps, type KeyboardEvent } from 'react'
import { useFieldAttributes } from './field'
import { amountText, readNumberText } from './number-text'

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'min' | 'max' | 'step'> {
  value: number | null
  onValueChange: (value: number | null) => void
  min?: number
  max?: number
  step?: number
  /** Digits after the decimal separator. */
  decimals?: number
  /** Shown after the number: "min", "s", "px". */
  unit?: string
  /** An amount in reais. */
  isAmount?: boolean
}

/** A number: typed, or changed with the arrow keys. Limited to its bounds when it loses the focus. */
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
  const { draft, type, move, leave } = useTypedNumber({ value, onValueChange, min, max, step, decimals })

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
        aria-valuenow={value ?? undefined}
        aria-valuemin={min}
        aria-valuemax={max}
        value={draft ?? (value === null ? '' : isAmount ? amountText(value) : String(value))}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKey}
        onBlur={(event) => {
          leave()
          onBlur?.(event)
        }}
      />
      {unit && <span className="number-input-unit">{unit}</span>}
      {!rest.disabled && <StepButtons onStep={move} />}
    </div>
  )
}

interface TypedNumberOptions extends Pick<NumberInputProps, 'value' | 'onValueChange'> {
  min: number | undefined
  max: number | undefined
  step: number
  decimals: number
}

function useTypedNumber({ value, onValueChange, min, max, step, decimals }: TypedNumberOptions) {
  // Partial input such as "-" and "1," is not yet a number.
  const [draft, setDraft] = useState<string | null>(null)
  const clamp = (number: number) => Math.min(max ?? Infinity, Math.max(min ?? -Infinity, number))
  return {
    draft,
    type(text: string) {
      const cleaned = text.replace(/[^\d.,-]/g, '')
      setDraft(cleaned)
      const number = readNumberText(cleaned)
      if (cleaned.trim() === '') onValueChange(null)
      else if (Number.isFinite(number)) onValueChange(Number(number.toFixed(decimals)))
    },
    move(steps: number) {
      setDraft(null)
      onValueChange(Number(clamp((value ?? min ?? 0) + steps * step).toFixed(decimals)))
    },
    leave() {
      setDraft(null)
      if (value !== null && clamp(value) !== value) onValueChange(clamp(value))
    },
  }
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
