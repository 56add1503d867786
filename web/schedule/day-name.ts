import { weekdayOf } from '../../src/schedule/schedule-calendar.contract'
import type { AreaTexts } from '../i18n/areas'
import type { Texts } from '../i18n/pt'

/** Returns a calendar day (YYYY-MM-DD) in words: "sábado, 21 de novembro". */
export function dayName(day: string, { t, ui }: { t: AreaTexts['schedule']['calendar']; ui: Texts['ui'] }) {
  const [, month, date] = day.split('-').map(Number)
  return t.day(ui.weekdays[weekdayOf(day)] ?? '', date ?? 0, ui.months[(month ?? 1) - 1] ?? '')
}
