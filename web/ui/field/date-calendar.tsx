import { DayPicker, type ClassNames, type DayPickerLocale } from 'react-day-picker'
import { enUS } from 'react-day-picker/locale/en-US'
import { es } from 'react-day-picker/locale/es'
import { ptBR } from 'react-day-picker/locale/pt-BR'
import { useFormat, useLanguage, useNow, useTexts } from '../../i18n/i18n'
import type { Language } from '../../i18n/languages'
import { ChevronDown, ChevronLeft, ChevronRight } from '../icons'

const locales: Record<Language, DayPickerLocale> = { pt: ptBR, en: enUS, es }
const yearsAround = 10

const classNames: Partial<ClassNames> = {
  root: 'date-calendar',
  month_caption: 'date-calendar-caption',
  caption_label: 'date-calendar-shown',
  dropdowns: 'date-calendar-lists',
  dropdown_root: 'date-calendar-list',
  nav: 'date-calendar-steps',
  button_previous: 'icon-button',
  button_next: 'icon-button',
  month_grid: 'date-calendar-days',
  weekday: 'date-calendar-weekday',
  day: 'date-calendar-day',
  outside: 'date-calendar-outside',
  today: 'date-calendar-today',
}

/** A month to pick a day from. The focus is on the picked day, or on today in the company's time zone. */
export function DateCalendar({ value, onPick }: { value: string; onPick: (day: string) => void }) {
  const language = useLanguage()
  const { ui: t } = useTexts()
  const { isoDay } = useFormat()
  const today = toDate(isoDay(useNow()))
  const picked = /^\d{4}-\d\d-\d\d$/.test(value) ? toDate(value) : undefined
  const shownYear = (picked ?? today).getFullYear()
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      showOutsideDays
      weekStartsOn={0}
      captionLayout="dropdown"
      startMonth={new Date(Math.min(shownYear, today.getFullYear()) - yearsAround, 0)}
      endMonth={new Date(Math.max(shownYear, today.getFullYear()) + yearsAround, 11)}
      locale={locales[language]}
      today={today}
      selected={picked}
      defaultMonth={picked ?? today}
      onSelect={(day) => onPick(toDay(day))}
      classNames={classNames}
      formatters={{ formatWeekdayName: (day) => t.weekdaysShort[day.getDay()] ?? '' }}
      components={{
        Chevron: ({ orientation, size = 16 }) =>
          orientation === 'left' ? (
            <ChevronLeft size={size} />
          ) : orientation === 'right' ? (
            <ChevronRight size={size} />
          ) : (
            <ChevronDown size={14} />
          ),
      }}
    />
  )
}

/** The calendar's days are dates of the browser's own time zone; only their year, month and day are read. */
function toDate(day: string) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

function toDay(date: Date) {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${String(date.getFullYear()).padStart(4, '0')}-${month}-${day}`
}
