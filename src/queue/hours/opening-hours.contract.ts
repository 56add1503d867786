import * as v from 'valibot'
import { listUpTo } from '../../kernel/http/request-parts'
import { weekdays } from '../../kernel/time/calendar-days'
import { TimeOfDay } from '../../kernel/time/time-of-day.contract'

/** As the calls name them, in their order. */
export const weekdayNames: Record<(typeof weekdays)[number], string> = {
  monday: 'Segunda-feira',
  tuesday: 'Terça-feira',
  wednesday: 'Quarta-feira',
  thursday: 'Quinta-feira',
  friday: 'Sexta-feira',
  saturday: 'Sábado',
  sunday: 'Domingo',
}

/** `HH:MM`, or empty for no shift. */
const ShiftTime = v.union([v.literal(''), TimeOfDay], 'time')

/** Opening hours of a weekday: two shifts, each complete or empty; both empty is closed. */
export const DaySchedule = v.pipe(
  v.object({
    weekday: v.pipe(v.string(), v.maxLength(20)),
    weekdayEn: v.picklist(weekdays),
    startTimeA: ShiftTime,
    endTimeA: ShiftTime,
    startTimeB: ShiftTime,
    endTimeB: ShiftTime,
  }),
  v.check((day) => !day.startTimeA === !day.endTimeA && !day.startTimeB === !day.endTimeB, 'shiftIncomplete'),
)
export type DaySchedule = v.InferOutput<typeof DaySchedule>

/** Seven days, each once, at least one of them open; or none for no opening hours. */
export const WeekSchedule = v.pipe(
  listUpTo(DaySchedule, 7),
  v.check((days) => new Set(days.map((day) => day.weekdayEn)).size === days.length, 'dayTwice'),
  v.check(
    (days) => days.length === 0 || days.some((day) => day.startTimeA !== '' || day.startTimeB !== ''),
    'shiftRequired',
  ),
)

/** Hours require the text outside them. */
export const CompanyScheduleBody = v.pipe(
  v.object({
    schedules: WeekSchedule,
    msg: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(4096, 'tooLong')), ''),
  }),
  v.forward(
    v.check(({ schedules, msg }) => schedules.length === 0 || msg !== '', 'required'),
    ['msg'],
  ),
)
export type CompanyScheduleBody = v.InferOutput<typeof CompanyScheduleBody>

export const CompanySchedule = v.object({ schedules: WeekSchedule, messageOutOfHour: v.string() })
export type CompanySchedule = v.InferOutput<typeof CompanySchedule>
