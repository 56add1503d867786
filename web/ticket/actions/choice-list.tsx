import type { KeyboardEvent } from 'react'
import type { LucideIcon } from '../../ui/icons'

interface Choice<Value extends string> {
  value: Value
  icon: LucideIcon
  label: string
  note?: string | undefined
}

interface ChoiceListProps<Value extends string> {
  choices: readonly Choice<Value>[]
  /** Marked, and focused at first; else the first. */
  current?: Value
  disabled: boolean
  onPick: (value: Value) => void
}

/** Each choice is a button that acts at once; arrow keys move between them. */
export function ChoiceList<Value extends string>({ choices, current, disabled, onPick }: ChoiceListProps<Value>) {
  const focused = current ?? choices[0]?.value
  return (
    <ul className="stack gap-1" onKeyDown={moveBetweenChoices}>
      {choices.map(({ value, icon: Icon, label, note }) => (
        <li key={value}>
          <button
            type="button"
            className="choice-button row gap-3"
            aria-pressed={current === undefined ? undefined : value === current}
            data-autofocus={value === focused || undefined}
            disabled={disabled}
            onClick={() => onPick(value)}
          >
            <Icon size={16} aria-hidden />
            <span>{label}</span>
            {note !== undefined && (
              <span className="choice-note" data-tabular>
                {note}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

function moveBetweenChoices(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const choices = [...event.currentTarget.querySelectorAll('button')]
  event.preventDefault()
  choices.at((choices.findIndex((choice) => choice === event.target) + step) % choices.length)?.focus()
}
