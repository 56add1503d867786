import { and, count, eq, gte, lt, or, sql } from 'drizzle-orm'
import { contactsFound } from '../contact/list/search-contacts'
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
import { mustMask } from '../setting/setting.queries'

export type ScheduleRow = typeof scheduleTable.$inferSelect

export function findSchedule(ctx: CompanyContext, id: number): ScheduleRow | undefined {
  return ctx.db.select().from(scheduleTable).where(eq(scheduleTable.id, id)).get()
}

export function getSchedule(ctx: CompanyContext, id: number): ScheduleRow {
  return required(findSchedule(ctx, id), 'ERR_NO_SCHEDULE_FOUND')
}

const { id, contactId, sendAt, searchText } = scheduleTable
const place = sql<number>`${scheduleTable}.place`

export function listSchedules(ctx: CompanyContext, query: ListSchedulesQuery): SchedulePage {
  const where = filterOf(ctx, query)
  const page = query.cursor === undefined ? query.pageNumber : 1
  const [afterPlace = 0, afterId = 0] = (query.cursor ?? '').split('.').map(Number)
  const found = ctx.db
    .select({ id, place })
    .from(scheduleTable)
    .where(and(where, sql`(${place}, ${id}) > (${afterPlace}, ${afterId})`))
    .orderBy(place, id)
    .limit(page * pageSize + 1)
    .all()
  const shown = found.slice((page - 1) * pageSize, page * pageSize)
  const hasMore = found.length > page * pageSize
  const last = shown.at(-1)
  return {
    schedules: presentSchedules(
      ctx,
      shown.map((row) => row.id),
    ),
    hasMore,
    count: ctx.db.select({ n: count() }).from(scheduleTable).where(where).get()?.n ?? 0,
    nextCursor: hasMore && last ? `${last.place}.${last.id}` : null,
  }
}

export function listScheduleDays(ctx: CompanyContext, query: ScheduleCalendarQuery): ScheduleCalendar {
  const where = filterOf(ctx, query)
  const timeZone = timeZoneOf(ctx)
  const { dateFrom, dateTo } = spanOf(query, localDay(ctx.now, timeZone))
  const days = Array.from({ length: daysBetween(dateFrom, dateTo) + 1 }, (_, index) => {
    const day = addDays(dateFrom, index)
    const { startMs, endMs } = boundsOfDay(day, timeZone)
    const rows = ctx.db
      .select({ id, count: sql<number>`count(*) OVER ()` })
      .from(scheduleTable)
      .where(and(gte(sendAt, new Date(startMs)), lt(sendAt, new Date(endMs)), where))
      .orderBy(sendAt, id)
      .limit(query.perDay)
      .all()
    return { day, rows }
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

function filterOf(ctx: CompanyContext, query: Pick<ListSchedulesQuery, 'searchParam' | 'contactId'>) {
  const contacts = contactsFound(ctx, query.searchParam)
  const words = searchWords(query.searchParam)
  // A search must not reveal a number digit by digit.
  const isRevealing = mustMask(ctx) && words.some((word) => /\d/.test(word))
  const isInBody = isRevealing ? undefined : and(...words.map((word) => sql`instr(${searchText}, ${word}) > 0`))
  return and(
    query.contactId === undefined ? undefined : eq(contactId, query.contactId),
    contacts && or(sql`${contactId} IN (${contacts})`, isInBody),
  )
}

export function countSchedulesOfContact(ctx: CompanyContext, ofId: ContactId) {
  const ofContact = eq(contactId, ofId)
  return { schedules: ctx.db.select({ n: count() }).from(scheduleTable).where(ofContact).get()?.n ?? 0 }
}
