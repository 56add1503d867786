import { zonedTime } from '../../kernel/time/time-zone'
import type { CampaignSettings } from '../campaign.contract'

export type SendingWindow = Pick<CampaignSettings, 'startHour' | 'endHour' | 'sabado' | 'domingo'>

const saturday = 6
const sunday = 7
/** More than the longest time between two changes. */
const daysAhead = 9

/** The moment itself while open. Hours end before `endHour`, and may cross midnight. */
export function nextOpening(window: SendingWindow, at: Date, zone: string): Date {
  if (isOpen(window, at, zone)) return at
  return findChange({ window, at, zone, to: 'open', hour: window.startHour }) ?? at
}

export function nextClosing(window: SendingWindow, at: Date, zone: string): Date | undefined {
  return findChange({ window, at, zone, to: 'closed', hour: window.endHour })
}

function isOpen({ startHour, endHour, sabado, domingo }: SendingWindow, at: Date, zone: string): boolean {
  const zoned = zonedTime(at, zone)
  if (zoned.dayOfWeek === saturday && !sabado) return false
  if (zoned.dayOfWeek === sunday && !domingo) return false
  const time = zoned.toPlainTime().toString({ smallestUnit: 'minute' })
  if (startHour === endHour) return true
  return startHour < endHour ? time >= startHour && time < endHour : time >= startHour || time < endHour
}

interface WantedChange {
  window: SendingWindow
  at: Date
  zone: string
  to: 'open' | 'closed'
  hour: string
}

function findChange({ window, at, zone, to, hour }: WantedChange): Date | undefined {
  const first = zonedTime(at, zone).toPlainDate()
  for (let day = 0; day < daysAhead; day++) {
    const date = first.add({ days: day })
    for (const time of ['00:00', hour]) {
      const zoned = date.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) })
      const change = new Date(zoned.epochMilliseconds)
      if (change > at && isOpen(window, change, zone) === (to === 'open')) return change
    }
  }
  return undefined
}
