import { useState, type ComponentProps } from 'react'
import { durationText, readDuration } from '../text/duration-text'
import { TextInput } from './text-input'

interface DurationInputProps extends Omit<ComponentProps<typeof TextInput>, 'value' | 'onValueChange'> {
  /** Minutes. Null while the field is empty, NaN while it holds no duration. */
  value: number | null
  onValueChange: (minutes: number | null) => void
}

/** Takes "2 h", "1 h 30" or "90 min". On leaving, a duration is written anew; anything else stays, beside its error. */
export function DurationInput({ value, onValueChange, onBlur, ...props }: DurationInputProps) {
  const [typed, setTyped] = useState('')
  const isTyped = typed !== '' && Object.is(readDuration(typed), value)
  return (
    <TextInput
      {...props}
      autoComplete="off"
      value={isTyped ? typed : value === null || Number.isNaN(value) ? '' : durationText(value)}
      onValueChange={(text) => {
        setTyped(text)
        onValueChange(readDuration(text))
      }}
      onBlur={(event) => {
        if (!Number.isNaN(value)) setTyped('')
        onBlur?.(event)
      }}
    />
  )
}
