import { Clock } from '../icons'
import { useState, type KeyboardEvent } from 'react'
import { TextInput, type TextInputProps } from './text-input'

interface TimeInputProps extends Omit<TextInputProps, 'type' | 'step'> {
  /** Minutes per press of an arrow key. */
  step?: number
}

const dayMinutes = 1440

/**
 * A time of day as HH:mm, or empty. The browser's own time input follows the browser's language, which may use AM and
 * PM.
 */
export function TimeInput({ value, onValueChange, step = 10, onBlur, onKeyDown, ...props }: TimeInputProps) {
  const [draft, setDraft] = useState<string | null>(null)

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event)
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (!direction) return
    event.preventDefault()
    setDraft(null)
    const [hours = 0, minutes = 0] = (readTime(draft ?? value) || '00:00').split(':').map(Number)
    const moved = (hours * 60 + minutes + direction * step + dayMinutes) % dayMinutes
    onValueChange(writeTime(Math.floor(moved / 60), moved % 60))
  }

  return (
    <TextInput
      placeholder="00:00"
      {...props}
      icon={Clock}
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      value={draft ?? value}
      onValueChange={(text) => {
        const typed = text.replace(/[^\d:]/g, '')
        setDraft(typed)
        if (readTime(typed) === typed || typed === '') onValueChange(typed)
      }}
      onKeyDown={onKey}
      onBlur={(event) => {
        if (draft !== null) onValueChange(readTime(draft) || value)
        setDraft(null)
        onBlur?.(event)
      }}
    />
  )
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
