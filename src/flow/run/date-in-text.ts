const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** `DD/MM/YYYY`, or `DD/MM` without a year; undefined for several. */
export function dateIn(text: string): string | undefined {
  const dates = [...text.matchAll(/(?<![\d/.-])(\d{1,4})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?!\d|[/.-]\d)/g)].flatMap(
    readDate,
  )
  return dates.length === 1 ? dates[0] : undefined
}

function readDate([, first = '', , month = '', last]: RegExpMatchArray): string[] {
  const isYearFirst = first.length === 4
  if (first.length === 3 || (isYearFirst && last?.length !== 2)) return []
  const date = writeDate(Number(isYearFirst ? last : first), Number(month), isYearFirst ? first : last)
  return date === undefined ? [] : [date]
}

function writeDate(day: number, month: number, year: string | undefined): string | undefined {
  if (day < 1 || day > (daysOfMonth[month - 1] ?? 0)) return undefined
  const written = `${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}`
  if (year === undefined) return written
  const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2000 : 1900)
  const isLeap = full % 4 === 0 && (full % 100 !== 0 || full % 400 === 0)
  return day === 29 && month === 2 && !isLeap ? undefined : `${written}/${full}`
}

/** Comparable: a date with its year, or a time (`18:30`). */
export function momentIn(text: string): { kind: 'date' | 'time'; value: number } | undefined {
  const [day = '', month = '', year] = dateIn(text)?.split('/') ?? []
  if (year !== undefined) return { kind: 'date', value: Number(year + month + day) }
  const times = [...text.matchAll(/(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])/g)]
  const [, hour = '', minute = ''] = times[0] ?? []
  return times.length === 1 && day === '' ? { kind: 'time', value: Number(hour) * 60 + Number(minute) } : undefined
}
