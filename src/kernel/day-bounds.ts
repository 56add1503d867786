const dayMs = 86_400_000

/** The moments at which a calendar day (YYYY-MM-DD) begins and ends at a place, in milliseconds since 1970. */
export function boundsOfDay(day: string, timeZone: string) {
  return { startMs: midnightOf(day, timeZone), endMs: midnightOf(addDays(day, 1), timeZone) }
}

/** The calendar day so many days later, or earlier where the number is negative. */
export function addDays(day: string, days: number) {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** How many days lie between two calendar days. */
export function daysBetween(from: string, to: string) {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}

/**
 * The offset is asked for twice, as the first guess may lie on the other side of a clock change. Where the two differ, the
 * later is the day's first moment: of a midnight that is skipped, and of one that comes twice.
 */
function midnightOf(day: string, timeZone: string) {
  const wall = Date.parse(`${day}T00:00:00Z`)
  const guess = wall - offsetMs(wall, timeZone)
  return Math.max(guess, wall - offsetMs(guess, timeZone))
}

/** How far a place's clock runs before UTC at that moment. */
export function offsetMs(atMs: number, timeZone: string) {
  const parts = clockOf(timeZone).formatToParts(atMs)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - atMs
}

/** Building one costs far more than using it, and it holds nothing but the zone's rules. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string) {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })
  clocks.set(timeZone, clock)
  return clock
}
