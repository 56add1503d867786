import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { ScheduleCalendar, ScheduleDay } from '../../src/schedule/schedule.calls'
import { addDays, calendarNamedMax, calendarWeeks } from '../../src/schedule/schedule-calendar.contract'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'

export type CalendarModel = ReturnType<typeof createCalendarModel>

/** A month (YYYY-MM), or the present one of the company. */
export function fetchCalendar(api: ApiClient, month?: string, searchParam = '', signal?: AbortSignal) {
  const weeks = month === undefined ? {} : calendarWeeks(month)
  return api.get('/schedules/calendar', { query: { ...weeks, searchParam }, signal })
}

/** The month whose weeks these are: the first week ends in it. */
const monthOf = ({ dateFrom }: ScheduleCalendar) => addDays(dateFrom, 6).slice(0, 7)

/** A month of scheduled messages, and one day of it in full. */
export function createCalendarModel(api: ApiClient, first: ScheduleCalendar, search = '') {
  const month = signal(monthOf(first))
  const days = signal(first.days)
  /** The month to which the days belong. */
  const loadedMonth = signal(month.peek())
  const searchText = signal(search)
  const loading = signal(false)
  const failed = signal<unknown>(undefined)
  const opened = createDayModel(api, searchText)
  let turn = new AbortController()

  async function read() {
    turn.abort()
    const own = (turn = new AbortController())
    const asked = month.peek()
    loading.value = true
    try {
      const found = await fetchCalendar(api, asked, searchText.peek(), own.signal)
      if (own === turn) {
        batch(() => ((days.value = found.days), (loadedMonth.value = asked), (failed.value = undefined)))
      }
    } catch (cause) {
      if (own === turn) failed.value = cause
    } finally {
      if (own === turn) loading.value = false
    }
  }

  return {
    /** YYYY-MM. */
    month,
    /** Those of its weeks on which anything is sent. */
    days,
    searchText,
    loading,
    failed,
    /** The days could not be renewed; those shown are from before. */
    stale: computed(() => failed.value !== undefined && loadedMonth.value === month.value),
    opened,
    show(wanted: string) {
      if (wanted === month.peek()) return
      month.value = wanted
      void read()
    },
    search(text: string) {
      searchText.value = text
      void read()
    },
    refresh: () => void Promise.all([read(), opened.read()]),
    dispose() {
      turn.abort()
      opened.open(undefined)
    },
  }
}

/** The day that is looked at, and what is sent on it; undefined until that is here. */
function createDayModel(api: ApiClient, searchText: ReadonlySignal<string>) {
  const day = signal<string | undefined>(undefined)
  const found = signal<ScheduleDay | undefined>(undefined)
  const failed = signal<unknown>(undefined)
  let turn = new AbortController()

  async function read() {
    const asked = day.peek()
    turn.abort()
    const own = (turn = new AbortController())
    if (asked === undefined) return
    const query = { dateFrom: asked, dateTo: asked, perDay: calendarNamedMax, searchParam: searchText.peek() }
    try {
      const { days } = await api.get('/schedules/calendar', { query, signal: own.signal })
      const messages = days[0] ?? { day: asked, count: 0, schedules: [] }
      if (own === turn) batch(() => ((found.value = messages), (failed.value = undefined)))
    } catch (cause) {
      if (own === turn) failed.value = cause
    }
  }

  return {
    day,
    found,
    failed,
    read,
    /** Undefined closes it. */
    open(wanted: string | undefined) {
      batch(() => {
        day.value = wanted
        found.value = failed.value = undefined
      })
      void read()
    },
  }
}

/** What comes at once is read once. */
const quietMs = 300

/** Keeps the month as it is on the server. Returns what stops it. */
export function followCalendar(model: CalendarModel, live: LiveSocketClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function soon() {
    timer ??= setTimeout(() => {
      timer = undefined
      model.refresh()
    }, quietMs)
  }
  const stops = [live.subscribe('schedule', soon), live.subscribe('reload', soon)]
  return () => {
    for (const stop of stops) stop()
    clearTimeout(timer)
    model.dispose()
  }
}
