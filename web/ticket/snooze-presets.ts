import { hourMs } from '../../src/kernel/time/durations.contract'
import { addDays } from '../../src/schedule/schedule-calendar.contract'
import { calendarDay, type Format } from '../i18n/format'

export type SnoozePreset = 'hour' | 'evening' | 'tomorrow' | 'monday'

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
