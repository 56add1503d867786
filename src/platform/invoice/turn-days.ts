import { between, ne, and } from 'drizzle-orm'
import { createTurns } from '../../kernel/company/batches'
import { addDays } from '../../kernel/time/calendar-days'
import { localDay } from '../../kernel/time/time-zone'
import { firstCompanyId } from '../company/first-company'
import type { Platform } from '../platform'
import { companyTable } from '../platform.tables'
import { daysUntil } from './subscription'
import { recordSubscription } from './subscription.live'

const publishFromDays = 5
const publishToDays = -1

/** Call it every quarter of an hour, on which midnights of time zones fall. */
export async function turnDays(platform: Platform, since: Date) {
  const now = platform.clock.now()
  const today = localDay(now, 'UTC')
  // Local days differ from UTC's.
  const near = between(companyTable.dueDate, addDays(today, publishToDays - 1), addDays(today, publishFromDays + 1))
  const columns = { id: companyTable.id, dueDate: companyTable.dueDate, timeZone: companyTable.timeZone }
  const rows = platform.catalog.db
    .select(columns)
    .from(companyTable)
    .where(and(near, ne(companyTable.id, firstCompanyId)))
    .all()
  const turns = createTurns()
  for (const { id, dueDate, timeZone } of rows) {
    const left = daysUntil(dueDate, now, timeZone)
    const turned = left !== daysUntil(dueDate, since, timeZone)
    if (turned && left <= publishFromDays && left >= publishToDays)
      recordSubscription(platform, id, 'subscription.changed')
    // Opens the company's file.
    await turns()
  }
}
