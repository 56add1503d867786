import * as v from 'valibot'
import { isAdmin } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import { storeValue } from '../setting/save-setting'
import { findStoredValue } from '../setting/setting.queries'
import { CompanySchedule, type CompanyScheduleBody } from './opening-hours.contract'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'companySchedule.changed': object
  }
}

const storedAs = 'companySchedule'

/** Read on every message and rarely changed. */
const kept = perCompany(() => ({ schedule: undefined as CompanySchedule | undefined }))

export function getCompanySchedule(ctx: CompanyContext): CompanySchedule {
  const cache = kept(ctx.company)
  cache.schedule ??= readSchedule(ctx)
  return cache.schedule
}

function readSchedule(ctx: CompanyContext): CompanySchedule {
  const stored = findStoredValue(ctx, storedAs)
  return stored ? v.parse(CompanySchedule, JSON.parse(stored)) : { schedules: [], messageOutOfHour: '' }
}

/** @throws Refusal ERR_NO_PERMISSION */
export function saveCompanySchedule(ctx: CompanyContext, { schedules, msg }: CompanyScheduleBody): CompanySchedule {
  if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
  return ctx.transaction(() => {
    const schedule = { schedules, messageOutOfHour: msg }
    storeValue(ctx, storedAs, JSON.stringify(schedule))
    kept(ctx.company).schedule = undefined
    recordEvent(ctx, 'companySchedule.changed', {}, {})
    return schedule
  })
}
