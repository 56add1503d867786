import { minuteMs, dayMs } from '../../src/kernel/time/durations.contract'
import type { Language } from './languages'
import type { UiTexts } from './pt/ui'

/** A time as sent by the API, as kept by a model, or as Date. */
type Moment = string | number | Date

export type Format = ReturnType<typeof createFormat>

const calendars = new Map<string, Intl.DateTimeFormat>()

/** Composed by hand: locale data differs between server and browser. */
export function createFormat(language: Language, timeZone: string, texts: UiTexts) {
  const calendar = (moment: Moment) => readCalendar(moment, timeZone)
  const date = (moment: Moment) => {
    const { year, month, day } = calendar(moment)
    return `${pad(day)}/${pad(month)}/${year}`
  }
  const time = (moment: Moment) => {
    const { hour, minute } = calendar(moment)
    return `${pad(hour)}:${pad(minute)}`
  }
  /** YYYY-MM-DD. */
  const isoDay = (moment: Moment) => date(moment).split('/').reverse().join('-')
  const number = (value: number, decimals = 0) => groupDigits(value, decimals, language)

  return {
    timeZone,
    date,
    time,
    isoDay,
    wallClock: (moment: Moment) => ({ date: isoDay(moment), time: time(moment) }),
    /** DD/MM/YY HH:mm, for tables. */
    dateTimeShort: (moment: Moment) => `${date(moment).replace(/\d\d(?=\d\d$)/, '')} ${time(moment)}`,
    dateTime: (moment: Moment) => `${date(moment)} ${time(moment)}`,
    /** Day separators of a conversation: HOJE, ONTEM, else the date. */
    dayLabel(moment: Moment, now: Moment) {
      const days = daysBetween(calendar(moment), calendar(now))
      return days === 0 ? texts.dayToday : days === 1 ? texts.dayYesterday : date(moment)
    },
    /** In lists: the time today, "yesterday", the weekday within a week, else the date. */
    listTime(moment: Moment, now: Moment) {
      const at = calendar(moment)
      const days = daysBetween(at, calendar(now))
      if (days === 0) return time(moment)
      if (days === 1) return texts.yesterday
      return days > 1 && days < 7 ? (texts.weekdaysShort[at.weekday] ?? '') : date(moment)
    },
    /** "há 5 min", "em 2 dias". */
    relative: (moment: Moment, now: Moment) => relative(toMs(moment) - toMs(now), texts),
    weekday: (moment: Moment) => texts.weekdays[calendar(moment).weekday] ?? '',
    month: (moment: Moment) => texts.months[calendar(moment).month - 1] ?? '',
    number,
    percent: (value: number, decimals = 0) => `${number(value, decimals)}%`,
    /** Amounts are in reais, and written as in Brazil, in all languages. */
    currency: (value: number) => groupDigits(value, 2, 'pt').replace(/^-?/, (sign) => `${sign}R$\u00a0`),
    duration: formatDuration,
    clock: formatClock,
    fileSize(bytes: number) {
      const units = ['B', 'kB', 'MB', 'GB'] as const
      const step = bytes < 1 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
      return `${number(bytes / 1000 ** step, step > 1 ? 1 : 0)} ${units[step]}`
    },
    phone: formatPhone,
  }
}

/** Minutes as "HHh MMm". */
function formatDuration(minutes: number) {
  const whole = Math.max(0, Math.round(minutes))
  return `${pad(Math.floor(whole / 60))}h ${pad(whole % 60)}m`
}

/** Seconds as "mm:ss". */
function formatClock(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds))
  return `${pad(Math.floor(whole / 60))}:${pad(whole % 60)}`
}

interface Calendar {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  /** 0 is Sunday. */
  weekday: number
}

export function calendarDay(moment: Moment, timeZone: string) {
  const { year, month, day } = readCalendar(moment, timeZone)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)}`
}

/** Temporal is fast; creating the first formatter takes a slow processor 50 ms. */
function readCalendar(moment: Moment, timeZone: string): Calendar {
  if (!('Temporal' in globalThis)) return formattedCalendar(moment, timeZone)
  const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(toMs(moment))).toZonedDateTimeISO(timeZone)
  const { year, month, day, hour, minute, dayOfWeek } = at
  return { year, month, day, hour, minute, weekday: dayOfWeek % 7 }
}

/** For browsers without Temporal. */
function formattedCalendar(moment: Moment, timeZone: string): Calendar {
  const parts: Record<string, number> = {}
  for (const { type, value } of calendarOf(timeZone).formatToParts(toMs(moment))) parts[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts
  return { year, month, day, hour: hour % 24, minute, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() }
}

/** Creating a formatter costs far more than using it, and it depends on the zone only. */
function calendarOf(timeZone: string) {
  const known = calendars.get(timeZone)
  if (known) return known
  const calendar = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  calendars.set(timeZone, calendar)
  return calendar
}

function daysBetween(from: Calendar, to: Calendar) {
  const dayOf = ({ year, month, day }: Calendar) => Date.UTC(year, month - 1, day) / dayMs
  return dayOf(to) - dayOf(from)
}

function relative(differenceMs: number, texts: UiTexts) {
  const minutes = Math.floor(Math.abs(differenceMs) / minuteMs)
  const ahead = differenceMs > 0
  if (minutes < 1) return texts.now
  if (minutes < 60) return ahead ? texts.inMinutes(minutes) : texts.minutesAgo(minutes)
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return ahead ? texts.inHours(hours) : texts.hoursAgo(hours)
  const days = Math.floor(hours / 24)
  return ahead ? texts.inDays(days) : texts.daysAgo(days)
}

function groupDigits(value: number, decimals: number, language: Language) {
  // Spanish uses Mexico's format, because the default time zone is Monterrey's.
  const [group, point] = language === 'pt' ? ['.', ','] : [',', '.']
  const [whole = '0', fraction] = Math.abs(value).toFixed(decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group ?? '')
  const sign = value < 0 && Number(Math.abs(value).toFixed(decimals)) !== 0 ? '-' : ''
  return sign + grouped + (fraction ? point + fraction : '')
}

/** Formats Brazilian numbers (+55, 12 or 13 digits); any other stays, with a plus if it is all digits. */
export function formatPhone(number: string): string {
  const digits = number.replace(/\D/g, '')
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits)
  if (brazilian) return `+55 (${brazilian[1]}) ${brazilian[2]}-${brazilian[3]}`
  return /^\d{8,15}$/.test(number) ? `+${number}` : number
}

function toMs(moment: Moment) {
  return moment instanceof Date ? moment.getTime() : typeof moment === 'number' ? moment : Date.parse(moment)
}

function pad(value: number) {
  return String(value).padStart(2, '0')
}

/** Formats a day (YYYY-MM-DD) as DD/MM/YYYY, whatever the time zone. */
export function displayDay(day: string) {
  return day.slice(0, 10).split('-').reverse().join('/')
}

/** For a name within a sentence; capitals after the first letter stay, as in “agente de IA”. */
export const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
