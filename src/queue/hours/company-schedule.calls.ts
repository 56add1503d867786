import { defineCalls } from '../../kernel/http/calls'
import { IdParams } from '../../kernel/http/request-parts'
import { CompanySchedule, CompanyScheduleBody } from './opening-hours.contract'

export const companyScheduleCalls = defineCalls({
  'GET /companies/:id/schedules': { params: IdParams, answer: CompanySchedule },
  'PUT /companies/:id/schedules': { params: IdParams, body: CompanyScheduleBody, answer: CompanySchedule },
})

declare module '../../kernel/live/live-events.contract' {
  interface LiveEvents {
    companySchedule: { action: 'update' }
  }
}
