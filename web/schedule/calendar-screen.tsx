import { useSignals } from '@preact/signals-react/runtime'
import { ChevronLeft, ChevronRight, Plus, CalendarClock } from '../ui/icons'
import { useEffect, useState } from 'react'
import type { ScheduleCalendar as Calendar, ScheduleView } from '../../src/schedule/schedule.calls'
import { addMonths } from '../../src/schedule/schedule-calendar.contract'
import { useApp } from '../app/app-context'
import { useFormat, useNow, useTexts } from '../i18n/i18n'
import { searchParameter, useQueryParameter } from '../page/query-parameter'
import { ReloadFailed } from '../records/reload-failed'
import { useRecordActions } from '../records/use-record-actions'
import { Button, IconButton } from '../ui/button/button'
import { Screen, PageHeader } from '../ui/layout/screen'
import { SearchInput } from '../ui/field/search-input'
import { type CalendarModel, createCalendarModel, followCalendar } from './calendar-model'
import { ScheduleCalendar, dayName } from './schedule-calendar'
import { type ScheduleScreenProps, useScheduleRules, ScheduleStatusPill } from './schedule-list-screen'
import { Avatar } from '../ui/display/avatar'
import { Dialog } from '../ui/dialog/dialog'
import { EmptyState, SkeletonRows, ErrorState } from '../ui/feedback/feedback'
import { RowActions, type RowAction } from '../ui/table/table-row'

interface CalendarScreenProps extends ScheduleScreenProps<Calendar> {
  searched: string
}

const noActions = () => []

export function CalendarScreen({ first, searched, views, onOpen: open, onAdd }: CalendarScreenProps) {
  useSignals()
  const t = useTexts('schedule').schedule
  const { api, live } = useApp()
  const [model] = useState(() => createCalendarModel(api, first, searched))
  useEffect(() => followCalendar(model, live), [model, live])
  const { onOpen = open, actions = noActions } = useRecordActions({ ...useScheduleRules(), open })
  useMonthInAddress(model)
  useQueryParameter(searchParameter, model.searchText.value)
  const search = (
    <SearchInput value={model.searchText.value} onSearch={model.search} placeholder={t.searchPlaceholder} />
  )
  const day = model.opened.day.value
  return (
    <Screen
      header={
        <PageHeader title={t.title} search={search} actions={<CalendarActions views={views} onAdd={onAdd} />}>
          <MonthBar model={model} />
        </PageHeader>
      }
    >
      {model.stale.value && <ReloadFailed onRetry={model.refresh} />}
      <div className="calendar-frame">
        <ScheduleCalendar model={model} actions={actions} onOpen={onOpen} />
      </div>
      {day !== undefined && <ScheduleDayDialog day={day} model={model} actions={actions} onAdd={onAdd} />}
    </Screen>
  )
}

function CalendarActions({ views, onAdd }: Pick<CalendarScreenProps, 'views' | 'onAdd'>) {
  const t = useTexts('schedule').schedule
  return (
    <>
      {views}
      <Button variant="primary" icon={Plus} onClick={() => onAdd()}>
        {t.add}
      </Button>
    </>
  )
}

function MonthBar({ model }: { model: CalendarModel }) {
  useSignals()
  const { schedule: texts, ui } = useTexts('schedule')
  const t = texts.calendar
  const format = useFormat()
  const present = format.isoDay(useNow()).slice(0, 7)
  const month = model.month.value
  const go = (by: number) => model.show(addMonths(month, by))
  return (
    <div className="calendar-bar row gap-1">
      <IconButton icon={ChevronLeft} label={t.previous} onClick={() => go(-1)} />
      <IconButton icon={ChevronRight} label={t.next} onClick={() => go(1)} />
      <h2 className="calendar-title" aria-live="polite">
        {t.month(ui.months[Number(month.slice(5)) - 1] ?? '', month.slice(0, 4))}
      </h2>
      <Button size="s" disabled={month === present} onClick={() => model.show(present)}>
        {ui.today}
      </Button>
    </div>
  )
}

function useMonthInAddress(model: CalendarModel) {
  const { navigation } = useApp()
  useEffect(() => {
    const first = model.month.peek()
    return model.month.subscribe((month) => {
      if (month === first && !new URLSearchParams(location.search).has('month')) return
      const query = new URLSearchParams(location.search)
      query.set('month', month)
      if (query.toString() !== location.search.slice(1)) navigation.replaceQuery(query)
    })
  }, [model, navigation])
}

interface ScheduleDayDialogProps {
  day: string
  model: CalendarModel
  actions: (schedule: ScheduleView) => readonly RowAction[]
  onAdd: (day: string) => void
}

function ScheduleDayDialog({ day, model, actions, onAdd }: ScheduleDayDialogProps) {
  useSignals()
  const { schedule: texts, ui } = useTexts('schedule')
  const t = texts.calendar
  const now = useNow()
  const format = useFormat()
  const page = model.opened.found.value
  const failed = model.opened.failed.value
  const isPast = day < format.isoDay(now)
  const footer = isPast ? undefined : (
    <Button variant="primary" icon={Plus} onClick={() => onAdd(day)}>
      {texts.add}
    </Button>
  )
  return (
    <Dialog
      open
      onClose={() => model.opened.open(undefined)}
      title={<span className="calendar-title">{dayName(day, { t, ui })}</span>}
      description={page && page.count > 0 ? t.count(page.count) : undefined}
      footer={footer}
    >
      {failed !== undefined && page && <ReloadFailed onRetry={model.refresh} />}
      {failed !== undefined && !page && <ErrorState compact error={failed} onRetry={model.refresh} />}
      {!page && failed === undefined && <SkeletonRows count={2} />}
      {page?.count === 0 && <EmptyState compact icon={CalendarClock} title={t.emptyDay} />}
      {page && page.count > 0 && (
        <ul className="calendar-agenda" aria-label={dayName(day, { t, ui })}>
          {page.schedules.map((schedule) => (
            <AgendaRow key={schedule.id} schedule={schedule} actions={actions(schedule)} />
          ))}
        </ul>
      )}
      {page && page.count > page.schedules.length && (
        <p className="subtle">{t.moreThanShown(format.number(page.count - page.schedules.length))}</p>
      )}
    </Dialog>
  )
}

function AgendaRow({ schedule, actions }: { schedule: ScheduleView; actions: readonly RowAction[] }) {
  const format = useFormat()
  const { contact, sendAt, body, mediaName, template } = schedule
  return (
    <li className="calendar-agenda-row">
      <time className="tabular" dateTime={sendAt}>
        {format.time(sendAt)}
      </time>
      <Avatar name={contact.name} src={contact.urlPicture} size={28} />
      <span className="calendar-agenda-text">
        <bdi className="truncate">{contact.name}</bdi>
        <span className="truncate subtle" dir="auto">
          {body || template?.name || mediaName}
        </span>
        <ScheduleStatusPill schedule={schedule} />
      </span>
      <RowActions actions={actions} />
    </li>
  )
}
