import { eq } from 'drizzle-orm'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { isAdmin } from '../../kernel/company/actor'
import { cachedPerCompany } from '../../kernel/company/cached-per-company'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordColumns } from '../../kernel/database/columns'
import { refuse } from '../../kernel/errors'
import type { Reaction } from '../../kernel/event/event-log'
import { defineRecord } from '../../kernel/record/define-record'
import { viewOf } from '../../kernel/record/record-view'
import type { Holidays } from '../hours/opening-hours'
import { HolidayBody, NationalHolidaysBody } from './holiday.contract'
import { nationalHolidays } from './national-holidays'

export const holidayTable = sqliteTable('holiday', {
  ...recordColumns,
  day: text('day').notNull(),
  name: text('name').notNull(),
})

export const HolidayView = viewOf(holidayTable)
export type HolidayView = v.InferOutput<typeof HolidayView>

declare module '../../kernel/record/record-change.contract' {
  interface Records {
    holiday: HolidayView
  }
}

export const holidayRecords = defineRecord({
  subject: 'holiday',
  path: '/holidays',
  table: holidayTable,
  view: HolidayView,
  body: HolidayBody,
  read: 'admins',
  change: isAdmin,
  sort: (a, b) => (a.day < b.day ? -1 : 1),
  searchText: ({ name, day }) => `${name} ${day}`,
  calls: {
    'POST /holidays/national': { body: NationalHolidaysBody, answer: v.object({ added: v.number() }) },
  },
  creates(ctx, body) {
    assertFree(ctx, body.day)
    return body
  },
  updates(ctx, body, before) {
    if (body.day !== undefined && body.day !== before.day) assertFree(ctx, body.day)
    return body
  },
})

function assertFree(ctx: CompanyContext, day: string) {
  if (findHoliday(ctx, day)) refuse('ERR_INVALID_INPUT', { fields: { day: 'taken' } })
}

const findHoliday = (ctx: CompanyContext, day: string) =>
  ctx.db.select({ id: holidayTable.id }).from(holidayTable).where(eq(holidayTable.day, day)).get()

export const holidayCalls = holidayRecords.answering({
  'POST /holidays/national': ({ ctx, body: { year, optional } }) => ({ added: addNational(ctx, year, optional) }),
})

/** Those whose day is not listed yet. */
function addNational(ctx: CompanyContext, year: number, optional: boolean) {
  return ctx.transaction(() => {
    const missing = nationalHolidays(year, { optional }).filter(({ day }) => !findHoliday(ctx, day))
    for (const holiday of missing) holidayRecords.create(ctx, holiday)
    return missing.length
  })
}

/** Cached, because every message outside opening hours needs it. */
const companyHolidays = cachedPerCompany(
  (ctx): Holidays =>
    new Set(
      ctx.db
        .select({ day: holidayTable.day })
        .from(holidayTable)
        .all()
        .map(({ day }) => day),
    ),
)
export const getHolidays = companyHolidays.get

export const forgetHolidays: Reaction = {
  on: ['holiday.created', 'holiday.updated', 'holiday.deleted'],
  run: companyHolidays.forget,
}
