import { CalendarDays } from '../icons'
import { useState } from 'react'
import { useTexts } from '../../i18n/i18n'
import { IconButton } from '../button/button'
import { Spinner } from '../feedback/spinner'
import { lazyPart } from '../layout/lazy-part'
import { Popover } from '../popup/popover'
import { TextInput, type TextInputProps } from './text-input'

interface DateInputProps extends Omit<TextInputProps, 'type'> {
  /** `YYYY-MM-DD`, or empty. */
  value: string
  onValueChange: (value: string) => void
}

/** Whether the text is a day or empty; `DateInput` passes on other texts that were typed, too. */
export const isWholeDate = (text: string) => text === '' || /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The browser's own date input follows the browser's language, which may put the month first. */
export function DateInput({ value, onValueChange, onBlur, onKeyDown, disabled, ...props }: DateInputProps) {
  const { ui: t } = useTexts()
  const [draft, setDraft] = useState<string | null>(null)

  function type(text: string) {
    const typed = separateDate(text, draft ?? writeDate(value))
    setDraft(typed)
    if (typed === '' || readDate(typed)) onValueChange(readDate(typed))
  }

  function commit() {
    if (draft === null) return
    const day = readDate(completeYear(draft))
    if (draft !== '' && !readDate(draft)) onValueChange(day || draft)
    if (day || draft === '') setDraft(null)
  }

  return (
    <TextInput
      placeholder={t.dateFormat}
      {...props}
      disabled={disabled}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      trailing={
        <CalendarButton
          value={value}
          disabled={disabled}
          onPick={(day) => {
            setDraft(null)
            onValueChange(day)
          }}
        />
      }
      value={draft ?? writeDate(value)}
      onValueChange={type}
      onBlur={(event) => {
        commit()
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        // Enter submits the form before the input loses the focus.
        if (event.key === 'Enter') commit()
        onKeyDown?.(event)
      }}
    />
  )
}

interface CalendarButtonProps {
  value: string
  disabled: boolean | undefined
  onPick: (day: string) => void
}

const DateCalendar = lazyPart(
  () => import('./date-calendar').then((code) => code.DateCalendar),
  <span className="date-calendar-loading">
    <Spinner />
  </span>,
)

function CalendarButton({ value, disabled, onPick }: CalendarButtonProps) {
  const { ui: t } = useTexts()
  return (
    <Popover
      title={t.pickDay}
      hideTitle
      flush
      width={324}
      align="end"
      trigger={(trigger) => (
        <IconButton
          {...trigger}
          icon={CalendarDays}
          label={t.calendar}
          size="xs"
          disabled={disabled}
          onPointerEnter={() => void DateCalendar.fetch()}
        />
      )}
    >
      {(close) => (
        <DateCalendar
          value={value}
          onPick={(day) => {
            onPick(day)
            close()
          }}
        />
      )}
    </Popover>
  )
}

const isoDay = /^(\d{4})-(\d\d)-(\d\d)$/

export function readDate(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== iso ? '' : iso
}

/** Returns "5/3/26" with the whole year. Not while a year is being typed. */
export const completeYear = (text: string) =>
  text.replace(/^(\d{1,2}\/\d{1,2}\/)(\d\d)$/, (_, day: string, year: string) => `${day}20${year}`)

function writeDate(value: string) {
  const [, year, month, day] = isoDay.exec(value) ?? []
  return year ? `${day}/${month}/${year}` : value
}

/** Adds slashes while digits are typed; dots, dashes and slashes count as the added ones. A pasted 2026-03-05 is turned around. */
export function separateDate(text: string, before: string) {
  const typed = writeDate(text.trim())
    .replace(/[-.]/g, '/')
    .replace(/[^\d/]/g, '')
    .replace(/\/{2,}/g, '/')
  const adds = typed.length > before.length && typed.startsWith(before)
  return adds && /^(\d\d|\d\d\/\d\d)$/.test(typed) ? `${typed}/` : typed
}
