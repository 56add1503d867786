import * as v from 'valibot'
import { isAdmin } from '../../kernel/company/actor'
import { cachedPerCompany } from '../../kernel/company/cached-per-company'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { storeValue } from '../../setting/save-setting'
import { findStoredValue } from '../../setting/setting.queries'
import { CompanySchedule, type CompanyScheduleBody } from './opening-hours.contract'

declare module '../../kernel/event/event-log' {
  interface EventPayloads {
    'companySchedule.changed': object
  }
}

export const scheduleStoredAs = 'companySchedule'

/** Cached, because every message needs it. */
const companySchedule = cachedPerCompany((ctx): CompanySchedule => {
  const stored = findStoredValue(ctx, scheduleStoredAs)
  return stored ? v.parse(CompanySchedule, JSON.parse(stored)) : { schedules: [], messageOutOfHour: '' }
})

export const getCompanySchedule = companySchedule.get
export const forgetCompanySchedule = companySchedule.forget

/** @throws Refusal ERR_NO_PERMISSION */
export function saveCompanySchedule(ctx: CompanyContext, { schedules, msg }: CompanyScheduleBody): CompanySchedule {
  if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
  return ctx.transaction(() => {
    const schedule = { schedules, messageOutOfHour: msg }
    storeValue(ctx, scheduleStoredAs, JSON.stringify(schedule))
    companySchedule.forget(ctx)
    recordEvent(ctx, 'companySchedule.changed', {}, {})
    return schedule
  })
}
