import type { DaySchedule } from '../../src/queue/opening-hours.contract'

/** In the order of the calls; screens use the locale's first weekday. */
const weekdayNames: Record<DaySchedule['weekdayEn'], string> = {
  monday: 'Segunda-feira',
  tuesday: 'Terça-feira',
  wednesday: 'Quarta-feira',
  thursday: 'Quinta-feira',
  friday: 'Sexta-feira',
  saturday: 'Sábado',
  sunday: 'Domingo',
}

/** Default hours of a day. */
export const defaultHours = { startTimeA: '08:00', endTimeA: '12:00', startTimeB: '13:00', endTimeB: '18:00' }

/** Returns the seven days, with missing ones closed; without any, the default hours. */
export function weekOf(stored: readonly DaySchedule[]): DaySchedule[] {
  const missing = stored.length === 0 ? defaultHours : { startTimeA: '', endTimeA: '', startTimeB: '', endTimeB: '' }
  return (Object.keys(weekdayNames) as DaySchedule['weekdayEn'][]).map(
    (weekdayEn) =>
      stored.find((day) => day.weekdayEn === weekdayEn) ?? { weekday: weekdayNames[weekdayEn], weekdayEn, ...missing },
  )
}

export function isOpen({ startTimeA, endTimeA, startTimeB, endTimeB }: DaySchedule) {
  return [startTimeA, endTimeA, startTimeB, endTimeB].some((time) => time !== '')
}
