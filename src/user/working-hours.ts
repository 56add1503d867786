const formats = new Map<string, Intl.DateTimeFormat>()

/** The wall clock at a place, as `HH:mm`. */
export function localTime(now: Date, timeZone: string) {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    formats.set(timeZone, format)
  }
  return format.format(now)
}

/** Whether `time` lies within the hours, bounds included. Hours that end before they start cross midnight. */
export function isWithinHours(time: string, start: string, end: string) {
  return start <= end ? time >= start && time <= end : time >= start || time <= end
}
