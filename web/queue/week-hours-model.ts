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

/** Returns the seven days of stored opening hours, with missing ones closed. */
export function weekOf(stored: readonly DaySchedule[]): DaySchedule[] {
  return keysOf(weekdayNames).map(
    (weekdayEn) => stored.find((day) => day.weekdayEn === weekdayEn) ?? closedDay(weekdayEn),
  )
}

export const suggestedWeek = (): DaySchedule[] => weekOf([]).map((day) => ({ ...day, ...defaultHours }))

function closedDay(weekdayEn: DaySchedule['weekdayEn']): DaySchedule {
  return { weekday: weekdayNames[weekdayEn], weekdayEn, ...closedHours }
}

export function isOpen({ startTimeA, endTimeA, startTimeB, endTimeB }: DaySchedule) {
  return [startTimeA, endTimeA, startTimeB, endTimeB].some((time) => time !== '')
}
