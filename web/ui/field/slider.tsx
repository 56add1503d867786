import type { ComponentProps } from 'react'
import { useFieldAttributes } from './field'

interface SliderProps extends Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'defaultValue' | 'min' | 'max' | 'step'
> {
  value: number
  onValueChange: (value: number) => void
  min?: number
  max?: number
  step?: number
  label?: string
  /** Read out instead of the number: "40%". */
  valueText?: string
}

export function Slider({
  value,
  onValueChange,
  min = 0,
  max = 100,
  step = 1,
  label,
  valueText,
  className,
  ...props
}: SliderProps) {
  const attributes = useFieldAttributes(props)
  return (
    <input
      {...props}
      {...attributes}
      type="range"
      className={className ? `slider ${className}` : 'slider'}
      min={min}
      max={max}
      step={step}
      value={value}
      aria-label={label}
      aria-valuetext={valueText}
      style={{ '--slider-part': (value - min) / (max - min || 1) }}
      onChange={(event) => onValueChange(event.target.valueAsNumber)}
    />
  )
}
