import { useState, type KeyboardEvent } from 'react'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import { readRefused } from '../../i18n/error-text'
import { useErrorText, useFormat, useNow, useTexts } from '../../i18n/i18n'
import { type SnoozePreset, snoozePresets } from '../snooze-presets'
import { ActionDialog } from '../../ui/dialog/action-dialog'
import { Field } from '../../ui/field/field'
import { AlarmClock, CalendarDays, Moon, Sun, type LucideIcon } from '../../ui/icons'
import { MomentInput } from '../../ui/field/moment-input'
import { useSnooze } from './use-snooze'

const icons: Record<SnoozePreset, LucideIcon> = { hour: AlarmClock, evening: Moon, tomorrow: Sun, monday: CalendarDays }

interface SnoozeDialogProps {
  ticket: Pick<TicketView, 'id' | 'uuid' | 'status'>
  onClose: () => void
}

/** Asks until when the conversation leaves the list. */
export function SnoozeDialog({ ticket, onClose }: SnoozeDialogProps) {
  const texts = useTexts()
  const t = texts.conversation.snooze
  const errorText = useErrorText()
  const { snooze, busy } = useSnooze(ticket)
  const [own, setOwn] = useState({ date: '', time: '' })
  const [error, setError] = useState<string>()

  async function put(until: string) {
    const cause = await snooze(until)
    if (cause === undefined) return onClose()
    const field = readRefused(cause)?.fields['until']
    setError(errorText(field ?? cause))
  }

  return (
    <ActionDialog
      size="s"
      title={t.title}
      onClose={onClose}
      action={t.save}
      onAction={() => put(`${own.date}T${own.time}`)}
      busy={busy}
      disabled={own.date === '' || own.time === ''}
    >
      <div className="form">
        <p className="snooze-text">{ticket.status === 'pending' ? t.waitingText : t.text}</p>
        <SnoozePresets disabled={busy} onPick={(until) => void put(until)} />
        <Field label={t.own} error={error} group>
          <MomentInput
            value={own}
            onValueChange={(next) => {
              setOwn(next)
              setError(undefined)
            }}
            onBlur={() => {}}
            dateLabel={t.date}
            timeLabel={t.time}
            invalid={error !== undefined}
          />
        </Field>
      </div>
    </ActionDialog>
  )
}

function SnoozePresets({ disabled, onPick }: { disabled: boolean; onPick: (until: string) => void }) {
  const t = useTexts().conversation.snooze
  const format = useFormat()
  const now = useNow()

  function timeOf(until: string) {
    if (until.endsWith('Z')) return format.time(until)
    const [date = '', time = ''] = until.split('T')
    return `${date.slice(8)}/${date.slice(5, 7)} ${time}`
  }

  return (
    <ul className="stack gap-1" onKeyDown={moveBetweenPresets}>
      {snoozePresets(now, format).map(({ preset, until }, index) => {
        const Icon = icons[preset]
        return (
          <li key={preset}>
            <button
              type="button"
              className="snooze-preset row gap-3"
              data-autofocus={index === 0 || undefined}
              disabled={disabled}
              onClick={() => onPick(until)}
            >
              <Icon size={16} aria-hidden />
              <span>{t[preset]}</span>
              <span className="snooze-time" data-tabular>
                {timeOf(until)}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function moveBetweenPresets(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const presets = [...event.currentTarget.querySelectorAll('button')]
  event.preventDefault()
  presets.at((presets.findIndex((preset) => preset === event.target) + step) % presets.length)?.focus()
}
