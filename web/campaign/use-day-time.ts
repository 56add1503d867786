import { dayMs } from '../../src/kernel/time/durations.contract'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'

const weekDays = 7
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** "terça às 14:20" within a week, else the date and the time. */
export function useDayTime() {
  const t = useTexts('campaign').campaign
  const { renderedAt } = useApp()
  const format = useFormat()
  return (moment: string) => {
    const days = (Date.parse(moment) - renderedAt.getTime()) / dayMs
    if (days < 0 || days >= weekDays - 1) return t.dateTime(format.date(moment), format.time(moment))
    const day = format.isoDay(moment)
    const isToday = format.date(moment) === format.date(renderedAt)
    const weekday = weekdays[(new Date(day).getUTCDay() + 6) % weekDays] ?? 'monday'
    return isToday ? t.todayAt(format.time(moment)) : t.weekdayAt(t.weekdays[weekday], format.time(moment))
  }
}
