import { eq } from 'drizzle-orm'
import { mustMask } from '../contact/mask-number'
import { searchContacts } from '../contact/search-contacts'
import type { CompanyContext } from '../kernel/company-context'
import { required } from '../kernel/errors'
import { plainText } from '../kernel/plain-text'
import { pageSize } from '../kernel/request-parts'
import { presentSchedules } from './present-schedule'
import type { ListSchedulesQuery, SchedulePage } from './schedule.contract'
import { scheduleTable } from './schedule.tables'

export type ScheduleRow = typeof scheduleTable.$inferSelect

export function findSchedule(ctx: CompanyContext, id: number): ScheduleRow | undefined {
  return ctx.db.select().from(scheduleTable).where(eq(scheduleTable.id, id)).get()
}

/** @throws Refusal ERR_NO_SCHEDULE_FOUND */
export function getSchedule(ctx: CompanyContext, id: number): ScheduleRow {
  return required(findSchedule(ctx, id), 'ERR_NO_SCHEDULE_FOUND')
}

interface Place {
  id: number
  place: number
}

/** What is still to come, the next first; then what is done, the latest first. */
export function listSchedules(ctx: CompanyContext, query: ListSchedulesQuery): SchedulePage {
  const { text, values } = filterOf(ctx, query)
  const page = query.cursor === undefined ? query.pageNumber : 1
  const [place = 0, id = 0] = (query.cursor ?? '').split('.').map(Number)
  const { sqlite } = ctx.company
  const found = sqlite
    .query<Place, (string | number)[]>(
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

/** By contact, and by words in the message or the contact's name. */
function filterOf(ctx: CompanyContext, { searchParam, contactId }: ListSchedulesQuery) {
  const search = plainText(searchParam)
  const contacts = searchContacts(ctx, search)
  // From whom numbers are hidden, they must not learn one from the messages either, digit by digit.
  const inBody = mustMask(ctx) && /\d/.test(search) ? '0' : 'instr(s.search_text, ?) > 0'
  const texts = ['1']
  const values: (string | number)[] = []
  if (contactId !== undefined) {
    texts.push('s.contact_id = ?')
    values.push(contactId)
  }
  if (search !== '') {
    texts.push(`(s.contact_id IN (${contacts.text}) OR ${inBody})`)
    values.push(...contacts.values, ...(inBody === '0' ? [] : [search]))
  }
  return { text: texts.join(' AND '), values }
}
