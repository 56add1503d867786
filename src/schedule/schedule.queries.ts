import { count, eq } from 'drizzle-orm'
import { mustMask } from '../contact/number/mask-number'
import { searchContacts } from '../contact/list/search-contacts'
import type { CompanyContext } from '../kernel/company/company-context'
import { addDays, daysBetween } from '../kernel/time/calendar-days'
import { required } from '../kernel/errors'
import type { ContactId } from '../kernel/ids'
import { searchWords } from '../kernel/text/search-words.contract'
import { pageSize } from '../kernel/http/request-parts'
import { boundsOfDay, localDay, timeZoneOf } from '../kernel/time/time-zone'
import { presentSchedules } from './present-schedule'
import type { ScheduleCalendar } from './schedule.calls'
import { calendarWeeks, type ScheduleCalendarQuery } from './schedule-calendar.contract'
import type { SchedulePage } from './schedule.calls'
import type { ListSchedulesQuery } from './schedule.contract'
import { scheduleTable } from './schedule.tables'

export type ScheduleRow = typeof scheduleTable.$inferSelect

export function findSchedule(ctx: CompanyContext, id: number): ScheduleRow | undefined {
  return ctx.db.select().from(scheduleTable).where(eq(scheduleTable.id, id)).get()
}

export function getSchedule(ctx: CompanyContext, id: number): ScheduleRow {
  return required(findSchedule(ctx, id), 'ERR_NO_SCHEDULE_FOUND')
}

interface PageKey {
  id: number
  place: number
}

export function listSchedules(ctx: CompanyContext, query: ListSchedulesQuery): SchedulePage {
  const { text, values } = filterOf(ctx, query)
  const page = query.cursor === undefined ? query.pageNumber : 1
  const [place = 0, id = 0] = (query.cursor ?? '').split('.').map(Number)
  const { sqlite } = ctx.company
  const found = sqlite
    .query<PageKey, (string | number)[]>(
      `SELECT s.id, s.place FROM schedule s WHERE ${text} AND (s.place, s.id) > (?, ?) ORDER BY s.place, s.id LIMIT ?`,
    )
    .all(...values, place, id, page * pageSize + 1)
  const shown = found.slice((page - 1) * pageSize, page * pageSize)
  const hasMore = found.length > page * pageSize
  const last = shown.at(-1)
  const count = sqlite.query<{ n: number }, (string | number)[]>(`SELECT count(*) AS n FROM schedule s WHERE ${text}`)
  return {
    schedules: presentSchedules(
      ctx,
      shown.map((row) => row.id),
    ),
    hasMore,
    count: count.get(...values)?.n ?? 0,
    nextCursor: hasMore && last ? `${last.place}.${last.id}` : null,
  }
}

/** Returns the days with schedules and the first of each. Each day is one index lookup. */
export function listScheduleDays(ctx: CompanyContext, query: ScheduleCalendarQuery): ScheduleCalendar {
  const { text, values } = filterOf(ctx, query)
  const found = ctx.company.sqlite.query<{ id: number; count: number }, (string | number)[]>(
    `SELECT s.id, count(*) OVER () AS count FROM schedule s
     WHERE s.send_at >= ? AND s.send_at < ? AND ${text} ORDER BY s.send_at, s.id LIMIT ?`,
  )
  const timeZone = timeZoneOf(ctx)
  const { dateFrom, dateTo } = spanOf(query, localDay(ctx.now, timeZone))
  const days = Array.from({ length: daysBetween(dateFrom, dateTo) + 1 }, (_, index) => {
    const day = addDays(dateFrom, index)
    const { startMs, endMs } = boundsOfDay(day, timeZone)
    return { day, rows: found.all(startMs, endMs, ...values, query.perDay) }
  }).filter(({ rows }) => rows.length > 0)
  const ids = days.flatMap(({ rows }) => rows.map(({ id }) => id))
  const views = new Map(presentSchedules(ctx, ids).map((view) => [view.id, view]))
  return {
    dateFrom,
    dateTo,
    days: days.map(({ day, rows }) => ({
      day,
      count: rows[0]?.count ?? 0,
      schedules: rows.flatMap(({ id }) => views.get(id) ?? []),
    })),
  }
}

function spanOf({ dateFrom, dateTo }: ScheduleCalendarQuery, today: string) {
  return dateFrom && dateTo ? { dateFrom, dateTo } : calendarWeeks(today.slice(0, 7))
}

/** Filters by contact, and by text in the message or the contact's name. */
function filterOf(
  ctx: CompanyContext,
  { searchParam, contactId }: Pick<ListSchedulesQuery, 'searchParam' | 'contactId'>,
) {
  const contacts = searchContacts(ctx, searchParam)
  const words = searchWords(searchParam)
  // With hidden numbers, a search must not reveal a number in messages digit by digit.
  const inBody =
    mustMask(ctx) && words.some((word) => /\d/.test(word))
      ? '0'
      : words.map(() => 'instr(s.search_text, ?) > 0').join(' AND ')
  const texts = ['1']
  const values: (string | number)[] = []
  if (contactId !== undefined) {
    texts.push('s.contact_id = ?')
    values.push(contactId)
  }
  if (contacts) {
    texts.push(`(s.contact_id IN (${contacts.text}) OR (${inBody}))`)
    values.push(...contacts.values, ...(inBody === '0' ? [] : words))
  }
  return { text: texts.join(' AND '), values }
}

export function countSchedulesOfContact(ctx: CompanyContext, contactId: ContactId) {
  const ofContact = eq(scheduleTable.contactId, contactId)
  return { schedules: ctx.db.select({ n: count() }).from(scheduleTable).where(ofContact).get()?.n ?? 0 }
}
