import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { ScheduleCalendar, ScheduleDay } from '../../src/schedule/schedule.calls'
import { addDays, calendarNamedMax, calendarWeeks } from '../../src/schedule/schedule-calendar.contract'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'

export type CalendarModel = ReturnType<typeof createCalendarModel>

/** Loads a month (YYYY-MM), by default the company's present one. */
export function fetchCalendar(api: ApiClient, month?: string, searchParam = '', signal?: AbortSignal) {
  const weeks = month === undefined ? {} : calendarWeeks(month)
  return api.get('/schedules/calendar', { query: { ...weeks, searchParam }, signal })
}

/** Returns the month of these weeks: the first week ends in it. */
const monthOf = ({ dateFrom }: ScheduleCalendar) => addDays(dateFrom, 6).slice(0, 7)

export function createCalendarModel(api: ApiClient, first: ScheduleCalendar, search = '') {
  const month = signal(monthOf(first))
  const days = signal(first.days)
  const loadedMonth = signal(month.peek())
  const searchText = signal(search)
  const loading = signal(false)
  const failed = signal<unknown>(undefined)
  const opened = createDayModel(api, searchText)
  let turn = new AbortController()

  async function read() {
    turn.abort()
    const own = (turn = new AbortController())
    const requested = month.peek()
    loading.value = true
    try {
      const found = await fetchCalendar(api, requested, searchText.peek(), own.signal)
      if (own === turn) {
        batch(() => ((days.value = found.days), (loadedMonth.value = requested), (failed.value = undefined)))
      }
    } catch (cause) {
      if (own === turn) failed.value = cause
    } finally {
      if (own === turn) loading.value = false
    }
  }

  return {
    month,
    days,
    searchText,
    loading,
    failed,
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

function createDayModel(api: ApiClient, searchText: ReadonlySignal<string>) {
  const day = signal<string | undefined>(undefined)
  const found = signal<ScheduleDay | undefined>(undefined)
  const failed = signal<unknown>(undefined)
  let turn = new AbortController()

  async function read() {
    const requested = day.peek()
    turn.abort()
    const own = (turn = new AbortController())
    if (requested === undefined) return
    const query = { dateFrom: requested, dateTo: requested, perDay: calendarNamedMax, searchParam: searchText.peek() }
    try {
      const { days } = await api.get('/schedules/calendar', { query, signal: own.signal })
      const messages = days[0] ?? { day: requested, count: 0, schedules: [] }
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
    /** @param wanted undefined closes it */
    open(wanted: string | undefined) {
      batch(() => {
        day.value = wanted
        found.value = failed.value = undefined
      })
      void read()
    },
  }
}

/** Combines events that arrive together. */
const quietMs = 300

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
