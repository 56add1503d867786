import { between, ne, and } from 'drizzle-orm'
import { addDays } from '../kernel/calendar-days'
import { localDay } from '../kernel/time-zone'
import { firstCompanyId } from './first-company'
import type { Platform } from './platform'
import { companyTable } from './platform.tables'
import { daysUntil } from './subscription'
import { recordSubscription } from './subscription.live'

/** From five days before the due date until the first day after it, each new day is news to the company's people. */
const newsFromDays = 5
const newsToDays = -1

/**
 * Tells the companies whose day has turned since then that their subscription has a day less: the last one is cut off,
 * and cuts them off, at their own midnight. Call it each quarter of an hour, as zones begin their days at one.
 */
export function turnDays(platform: Platform, since: Date) {
  const now = platform.clock.now()
  const today = localDay(now, 'UTC')
  // A day more on either side, as the zones' days differ from UTC's.
  const near = between(companyTable.dueDate, addDays(today, newsToDays - 1), addDays(today, newsFromDays + 1))
  const columns = { id: companyTable.id, dueDate: companyTable.dueDate, timeZone: companyTable.timeZone }
  const rows = platform.catalog.db
    .select(columns)
    .from(companyTable)
    .where(and(near, ne(companyTable.id, firstCompanyId)))
    .all()
  for (const { id, dueDate, timeZone } of rows) {
    const left = daysUntil(dueDate, now, timeZone)
    const turned = left !== daysUntil(dueDate, since, timeZone)
    if (turned && left <= newsFromDays && left >= newsToDays) recordSubscription(platform, id, 'subscription.changed')
  }
}
