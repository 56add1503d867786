export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

/** What calendar and clock show at a place. */
export interface WallClock {
  /** `YYYY-MM-DD`. */
  day: string
  /** `HH:mm`. */
  time: string
  weekday: Weekday
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string) {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone, hourCycle: 'h23', weekday: 'long', year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit' },
    })
    formats.set(timeZone, format)
  }
  return format
}

const minuteMs = 60_000
/** What a place's clock showed when it was last looked at: on a busy day that is the same minute many times over. */
const lastLooks = new Map<string, { minute: number; clock: WallClock }>()

/** The moment as people at a place read it. */
export function wallClock(at: Date, timeZone: string): WallClock {
  const minute = Math.floor(at.getTime() / minuteMs)
  const last = lastLooks.get(timeZone)
  if (last?.minute === minute) return last.clock
  const clock = readClock(at, timeZone)
  lastLooks.set(timeZone, { minute, clock })
  return clock
}

function readClock(at: Date, timeZone: string): WallClock {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) parts[type] = value
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}`,
    weekday: (parts.weekday ?? '').toLowerCase() as Weekday,
  }
}

/** Whether `time` lies within the hours, bounds included. Hours that end before they start cross midnight. */
export function isWithinHours(time: string, start: string, end: string) {
  return start <= end ? time >= start && time <= end : time >= start || time <= end
}
