import { Clock } from '../icons'
import { useState, type KeyboardEvent } from 'react'
import { TextInput, type TextInputProps } from './text-input'

const dayMinutes = 1440
const stepMinutes = 10

/** HH:mm or empty. The browser's own input may use AM and PM. A text that is not a time is kept, so that the form reports it. */
export function TimeInput({
  value,
  onValueChange,
  onBlur,
  onKeyDown,
  ...props
}: Omit<TextInputProps, 'type' | 'step'>) {
  const [draft, setDraft] = useState<string | null>(null)

  function type(text: string) {
    const typed = separateTime(text, draft ?? value)
    setDraft(typed)
    if (readTime(typed) === typed || typed === '') onValueChange(typed)
  }

  function commit() {
    if (draft !== null) onValueChange(readTime(draft) || draft)
    setDraft(null)
  }

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event)
    // Enter submits the form before the input loses the focus.
    if (event.key === 'Enter') return commit()
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (!direction) return
    event.preventDefault()
    setDraft(null)
    const [hours = 0, minutes = 0] = (readTime(draft ?? value) || '00:00').split(':').map(Number)
    const moved = (hours * 60 + minutes + direction * stepMinutes + dayMinutes) % dayMinutes
    onValueChange(writeTime(Math.floor(moved / 60), moved % 60))
  }

  return (
    <TextInput
      placeholder="00:00"
      {...props}
      icon={Clock}
      inputMode="numeric"
      autoComplete="off"
      value={draft ?? value}
      onValueChange={type}
      onKeyDown={onKey}
      onBlur={(event) => {
        commit()
        onBlur?.(event)
      }}
    />
  )
}

/** Adds the colon, which number keyboards lack; one typed after it is the same. What cannot become a time leaves `before`. */
export function separateTime(text: string, before: string) {
  const cleaned = text
    .replace(/[h.,;]/gi, ':')
    .replace(/[^\d:]/g, '')
    .replace(/:+/g, ':')
    .replace(/^(\d{1,2}:\d\d):\d\d$/, '$1')
  if (!/^(\d{0,4}|\d{0,2}:\d{0,2})$/.test(cleaned)) return before
  const adds = cleaned.startsWith(before) && cleaned.length === before.length + 1
  return adds ? cleaned.replace(/^([01]\d|2[0-3])(\d?)$/, '$1:$2') : cleaned
}

/** Returns "9", "930", "9:3" and "09:30" as HH:mm; empty when it is not a time. */
export function readTime(text: string): string {
  const match = /^(\d{1,2}):?(\d{1,2})?$/.exec(text.length === 3 && !text.includes(':') ? `0${text}` : text)
  const hours = Number(match?.[1])
  const minutes = Number(match?.[2] ?? 0)
  return match && hours < 24 && minutes < 60 ? writeTime(hours, minutes) : ''
}

function writeTime(hours: number, minutes: number) {
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
