import { DateInput } from './date-input'
import type { FieldControl } from '../form/form-field'
import { TimeInput } from './time-input'

interface Moment {
  /** YYYY-MM-DD; empty for none. */
  date: string
  /** HH:MM; empty for none. */
  time: string
}

interface MomentInputProps extends FieldControl<Moment> {
  dateLabel: string
  timeLabel: string
  invalid: boolean
}

export function MomentInput({ value, onValueChange, onBlur, dateLabel, timeLabel, invalid }: MomentInputProps) {
  return (
    <span className="moment-input">
      <DateInput
        aria-label={dateLabel}
        aria-invalid={invalid || undefined}
        value={value.date}
        onValueChange={(date) => onValueChange({ ...value, date })}
        onBlur={onBlur}
      />
      <TimeInput
        aria-label={timeLabel}
        aria-invalid={invalid || undefined}
        value={value.time}
        onValueChange={(time) => onValueChange({ ...value, time })}
        onBlur={onBlur}
      />
    </span>
  )
}
