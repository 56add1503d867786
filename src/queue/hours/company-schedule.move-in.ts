import type { MoveInStep } from '../../kernel/move-in/move-in-step'
import { textOf } from '../../kernel/move-in/source-values'
import { storeValue } from '../../setting/save-setting'
import { forgetCompanySchedule, scheduleStoredAs } from './company-schedule'
import { openingHoursOf } from './opening-hours.move-in'

/** Its text is that of the first connection that has one. */
export const companyScheduleStep: MoveInStep = {
  table: 'Companies',
  take({ ctx, others, note }, row) {
    const schedules = openingHoursOf(row['schedules'])
    if (!schedules) note('hoursUnknown', { value: textOf(row['schedules'], 200) })
    if (!schedules || schedules.length === 0) return 0
    const texts = others('Whatsapps', 'companyId', row['id']).map((connection) =>
      textOf(connection['outOfHoursMessage'], 4096),
    )
    const messageOutOfHour = texts.find((text) => text.trim() !== '') ?? ''
    storeValue(ctx, scheduleStoredAs, JSON.stringify({ schedules, messageOutOfHour }))
    forgetCompanySchedule(ctx)
    return 0
  },
}
