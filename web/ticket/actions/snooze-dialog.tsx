import { useState } from 'react'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import { readRefused } from '../../i18n/error-text'
import { useErrorText, useFormat, useNow, useTexts } from '../../i18n/i18n'
import { ActionDialog } from '../../ui/dialog/action-dialog'
import { Field } from '../../ui/field/field'
import { AlarmClock, CalendarDays, Moon, Sun, type LucideIcon } from '../../ui/icons'
import { MomentInput } from '../../ui/field/moment-input'
import { ChoiceList } from './choice-list'
import { useSnooze } from './use-snooze'
import { hourMs } from '../../../src/kernel/time/durations.contract'
import { addDays } from '../../../src/schedule/schedule-calendar.contract'
import { calendarDay, type Format } from '../../i18n/format'

type SnoozePreset = 'hour' | 'evening' | 'tomorrow' | 'monday'

interface PresetTime {
  preset: SnoozePreset
  /** With offset, or a local time of the company's zone: `2026-11-23T08:00`. */
  until: string
}

const evening = 18
const morning = '08:00'

/** Returns the offered times, in the company's time zone. The evening is left out when it has begun. */
export function snoozePresets(nowMs: number, format: Pick<Format, 'timeZone' | 'time'>): PresetTime[] {
  const today = calendarDay(nowMs, format.timeZone)
  const hour = Number(format.time(nowMs).slice(0, 2))
  const weekday = new Date(today).getUTCDay()
  const tomorrow = addDays(today, 1)
  const monday = addDays(today, (8 - weekday) % 7 || 7)
  const times: (PresetTime | false)[] = [
    { preset: 'hour', until: new Date(nowMs + hourMs).toISOString() },
    hour < evening && { preset: 'evening', until: `${today}T${evening}:00` },
    { preset: 'tomorrow', until: `${tomorrow}T${morning}` },
    monday !== tomorrow && { preset: 'monday', until: `${monday}T${morning}` },
  ]
  return times.filter((time) => time !== false)
}

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
    <ChoiceList
      choices={snoozePresets(now, format).map(({ preset, until }) => ({
        value: until,
        icon: icons[preset],
        label: t[preset],
        note: timeOf(until),
      }))}
      disabled={disabled}
      onPick={onPick}
    />
  )
}
