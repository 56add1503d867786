import { addDays } from '../../kernel/time/calendar-days'

interface NationalHoliday {
  day: string
  name: string
}

const fixed: readonly [day: string, name: string, since: number][] = [
  ['01-01', 'Confraternização Universal', 0],
  ['04-21', 'Tiradentes', 0],
  ['05-01', 'Dia do Trabalho', 0],
  ['09-07', 'Independência do Brasil', 0],
  ['10-12', 'Nossa Senhora Aparecida', 0],
  ['11-02', 'Finados', 0],
  ['11-15', 'Proclamação da República', 0],
  // Law 14.759 of 2023.
  ['11-20', 'Dia Nacional de Zumbi e da Consciência Negra', 2024],
  ['12-25', 'Natal', 0],
]

/** Days after Easter Sunday. */
const movable: readonly [days: number, name: string, isOptional: boolean][] = [
  [-48, 'Carnaval (segunda-feira)', true],
  [-47, 'Carnaval (terça-feira)', true],
  [-2, 'Sexta-feira Santa', false],
  [60, 'Corpus Christi', true],
]

/** Brazil's, as the federal government lists them each year, in their order; `optional`: with its optional days off. */
export function nationalHolidays(year: number, { optional }: { optional: boolean }): NationalHoliday[] {
  const easter = easterSunday(year)
  return [
    ...fixed.filter(([, , since]) => year >= since).map(([day, name]) => ({ day: `${year}-${day}`, name })),
    ...movable
      .filter(([, , isOptional]) => optional || !isOptional)
      .map(([days, name]) => ({ day: addDays(easter, days), name })),
  ].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** Gregorian computus of Meeus, Jones and Butcher. */
function easterSunday(year: number) {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const moon =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - moon - (year % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const days = moon + weekday - 7 * late + 114
  return new Date(Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1)).toISOString().slice(0, 10)
}
