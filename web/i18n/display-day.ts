/** Formats a day (YYYY-MM-DD) as DD/MM/YYYY, whatever the time zone. */
export function displayDay(day: string) {
  return day.slice(0, 10).split('-').reverse().join('/')
}
