import * as v from 'valibot'
import { defineCalls, Done } from '../../kernel/http/calls'
import { planCounts, planFlags } from '../../kernel/company/company-plan.contract'
import type { RecordChange } from '../../kernel/record/record-change.contract'
import { IdParams, IdText } from '../../kernel/http/request-parts'
import {
  CompanyBody,
  companyLanguages,
  ListCompaniesQuery,
  MuteCompanyBody,
  recurrences,
  RenewCompanyBody,
  UpdateCompanyBody,
} from './company.contract'
import { PlanUsage, PlanView } from '../plan/plan.calls'

const CompanyFileSummary = v.object({
  /** Working hours as in `GET /companies/{id}/schedules`. */
  schedules: v.array(v.record(v.string(), v.string())),
  messageOutOfHour: v.string(),
  settings: v.array(v.object({ key: v.string(), value: v.string() })),
  used: PlanUsage,
})
export type CompanyFileSummary = v.InferOutput<typeof CompanyFileSummary>

export const CompanyView = v.object({
  id: v.number(),
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  document: v.string(),
  addressStreet: v.string(),
  addressState: v.string(),
  addressCity: v.string(),
  planId: v.number(),
  plan: PlanView,
  /** Limits exceeded, and features its connections lack. */
  abovePlan: v.array(v.picklist([...planCounts, ...planFlags])),
  status: v.boolean(),
  /** No connection comes up and no job runs. */
  muted: v.boolean(),
  /** The company whose earlier state it shows. */
  copyOf: v.nullable(v.number()),
  dueDate: v.string(),
  /** Whole days until the due date in the company's time zone; negative when past. */
  daysLeft: v.number(),
  recurrence: v.picklist(recurrences),
  paymentMethod: v.string(),
  language: v.picklist(companyLanguages),
  timeZone: v.string(),
  numberAttendants: v.number(),
  numberConections: v.number(),
  lastLogin: v.nullable(v.string()),
  folderSize: v.number(),
  numberFileFolder: v.number(),
  updatedAtFolder: v.nullable(v.string()),
  messages: v.nullable(v.number()),
  tickets: v.nullable(v.number()),
  contacts: v.nullable(v.number()),
  createdAt: v.string(),
  updatedAt: v.string(),
  ...CompanyFileSummary.entries,
})
export type CompanyView = v.InferOutput<typeof CompanyView>

export const OwnCompanyView = v.omit(CompanyView, [
  'folderSize',
  'numberFileFolder',
  'updatedAtFolder',
  'messages',
  'tickets',
  'contacts',
  'lastLogin',
  'paymentMethod',
])
export type OwnCompanyView = v.InferOutput<typeof OwnCompanyView>

/** `generatedPassword`: in this answer only. */
const NewCompanyView = v.object({ ...CompanyView.entries, generatedPassword: v.optional(v.string()) })

const CompanyPage = v.object({ companies: v.array(CompanyView), hasMore: v.boolean(), count: v.number() })

export const ownCompanyCalls = defineCalls({
  'GET /companies/listPlan/:companyId': {
    params: v.object({ companyId: IdText }),
    answer: v.object({ ...PlanView.entries, plan: PlanView }),
  },
  'GET /companies/:id': { params: IdParams, answer: v.union([CompanyView, OwnCompanyView]) },
})

export const companyCalls = defineCalls({
  'GET /companies': { query: ListCompaniesQuery, answer: CompanyPage },
  'GET /companies/list': { answer: v.array(CompanyView) },
  'POST /companies': { body: CompanyBody, answer: NewCompanyView },
  'PUT /companies/:id': { params: IdParams, body: UpdateCompanyBody, answer: CompanyView },
  'POST /companies/:id/renew': { params: IdParams, body: RenewCompanyBody, answer: CompanyView },
  'PUT /companies/:id/muted': { params: IdParams, body: MuteCompanyBody, answer: CompanyView },
  'DELETE /companies/:id': { params: IdParams, answer: Done },
})

declare module '../../kernel/live/live-events.contract' {
  interface LiveEvents {
    company: RecordChange<'company', CompanyView>
  }
}
