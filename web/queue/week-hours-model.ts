import type { DaySchedule } from '../../src/queue/hours/opening-hours.contract'
import { keysOf } from '../../src/kernel/typed-object.contract'

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

export const defaultHours = { startTimeA: '08:00', endTimeA: '12:00', startTimeB: '13:00', endTimeB: '18:00' }

export const closedHours = { startTimeA: '', endTimeA: '', startTimeB: '', endTimeB: '' }

const weekend: readonly DaySchedule['weekdayEn'][] = ['saturday', 'sunday']

/**
 * Returns the seven days, with missing ones closed. Without any, suggests the default hours with a closed weekend, where
 * opening a day fills in its default hours.
 */
export function weekOf(stored: readonly DaySchedule[]): DaySchedule[] {
  const suggests = stored.length === 0
  return keysOf(weekdayNames).map((weekdayEn) => {
    const missing = suggests && !weekend.includes(weekdayEn) ? defaultHours : closedHours
    return (
      stored.find((day) => day.weekdayEn === weekdayEn) ?? { weekday: weekdayNames[weekdayEn], weekdayEn, ...missing }
    )
  })
}

export function isOpen({ startTimeA, endTimeA, startTimeB, endTimeB }: DaySchedule) {
  return [startTimeA, endTimeA, startTimeB, endTimeB].some((time) => time !== '')
}
