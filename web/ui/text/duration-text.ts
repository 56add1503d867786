const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

/** Minutes as "1 d 2 h 30 min": the same in every language. */
export function durationText(minutes: number) {
  const parts = [
    [Math.floor(minutes / dayMinutes), 'd'],
    [Math.floor((minutes % dayMinutes) / hourMinutes), 'h'],
    [minutes % hourMinutes, 'min'],
  ] as const
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`)
  return shown.join(' ') || '0 min'
}

const unitMinutes = [
  { pattern: /^(d|dias?|días?|days?)$/, minutes: dayMinutes },
  { pattern: /^(h|hs|hrs?|horas?|hours?)$/, minutes: hourMinutes },
  { pattern: /^(m|min|mins|minutos?|minutes?)$/, minutes: 1 },
]

const part = /(\d+(?:[.,]\d+)?)\s*([a-zí]*)/g

/** Reads "2 h", "1 h 30", "1:30", "1,5 h", "90 min", "1 d 4 h" and bare minutes. NaN for anything else, null for nothing. */
export function readDuration(text: string): number | null {
  const plain = text.trim().toLowerCase()
  if (plain === '') return null
  const clock = /^(\d{1,4}):([0-5]\d)$/.exec(plain)
  if (clock) return Number(clock[1]) * hourMinutes + Number(clock[2])
  if (plain.replace(part, '').trim() !== '') return Number.NaN
  let total = 0
  let before = Infinity
  for (const [, number = '', unit = ''] of plain.matchAll(part)) {
    // Without a unit it is of the next smaller one: "1 h 30".
    const minutes = unit === '' ? (before === dayMinutes ? hourMinutes : 1) : minutesOf(unit)
    if (minutes === undefined || minutes >= before) return Number.NaN
    total += Number(number.replace(',', '.')) * minutes
    before = minutes
  }
  return Number.isInteger(total) ? total : Number.NaN
}

const minutesOf = (unit: string) => unitMinutes.find(({ pattern }) => pattern.test(unit))?.minutes
