import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
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

/** A search of nothing matches every text, contact 0 every contact, so that two texts serve all questions. */
const matching = `FROM schedule s JOIN contact c ON c.id = s.contact_id
  WHERE (?1 = '' OR instr(c.search_text, ?1) > 0 OR instr(s.search_text, ?1) > 0) AND (?2 = 0 OR s.contact_id = ?2)`

const statements = perCompany(({ sqlite }) => ({
  places: sqlite.prepare<Place, [string, number, number, number, number]>(
    `SELECT s.id, s.place ${matching} AND (s.place, s.id) > (?3, ?4) ORDER BY s.place, s.id LIMIT ?5`,
  ),
  count: sqlite.prepare<{ n: number }, [string, number]>(`SELECT count(*) AS n ${matching}`),
}))

/** What is still to come, the next first; then what is done, the latest first. */
export function listSchedules(ctx: CompanyContext, query: ListSchedulesQuery): SchedulePage {
  const search = plainText(query.searchParam)
  const contactId = query.contactId ?? 0
  const page = query.cursor === undefined ? query.pageNumber : 1
  const [place = 0, id = 0] = (query.cursor ?? '').split('.').map(Number)
  const { places, count } = statements(ctx.company)
  const found = places.all(search, contactId, place, id, page * pageSize + 1)
  const shown = found.slice((page - 1) * pageSize, page * pageSize)
  const hasMore = found.length > page * pageSize
  const last = shown.at(-1)
  return {
    schedules: presentSchedules(
      ctx,
      shown.map((row) => row.id),
    ),
    hasMore,
    count: count.get(search, contactId)?.n ?? 0,
    nextCursor: hasMore && last ? `${last.place}.${last.id}` : null,
  }
}
