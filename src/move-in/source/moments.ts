import type { SourceValue } from './source'

const pattern = /^(\d{4,6})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))? ?(Z|[+-]\d\d(?::?\d\d)?(?::\d\d)?)?$/

/** Writes a moment as PostgreSQL does in UTC, whatever the zone of the session that printed it; without a zone it is taken for UTC. */
export function asMoment(value: SourceValue): SourceValue {
  if (value === null || value.endsWith('+00')) return value
  if (value.startsWith('0000-00-00')) return null
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = pattern.exec(value) ?? []
  if (year === undefined) return value
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d\d):?(\d\d)?:?(\d\d)?/.exec(zone) ?? []
  const offset = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * (sign === '-' ? -1000 : 1000)
  const [date = '', clock = ''] = new Date(time - offset).toISOString().split('T')
  const digits = fraction.replace(/0+$/, '')
  return `${date.replace(/^\+0*/, '')} ${clock.slice(0, 8)}${digits && '.'}${digits}+00`
}
