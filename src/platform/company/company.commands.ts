import { eq } from 'drizzle-orm'
import { differences } from '../../kernel/audit/audit'
import { refuse } from '../../kernel/errors'
import { changedNameKey } from '../../kernel/text/name-text.contract'
import { type CompanyId, randomToken } from '../../kernel/ids'
import { localDay } from '../../kernel/time/time-zone'
import {
  type CompanyBody,
  defaultTimeZones,
  type RenewCompanyBody,
  renewedDueDate,
  type UpdateCompanyBody,
} from './company.contract'
import { publishCompany } from './company.live'
import { getCompany, getCompanyView, firstCompanyId } from './company.queries'
import { assertNameFree, createCompany } from './create-company'
import { makeInvoices } from '../invoice/make-invoices'
import { getPlan } from '../plan/plan.queries'
import { audit, type Platform, type PlatformActor } from '../platform'
import { companyTable } from '../platform.tables'
import { assertGoodPassword } from '../sign-in/password-rules'
import { recordSubscription } from '../invoice/subscription.live'

/** @throws Refusal ERR_NO_PLAN_FOUND, ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_EMAIL_ALREADY_EXISTS */
export async function addCompany(platform: Platform, actor: PlatformActor, body: CompanyBody) {
  const { password: given, ...fields } = body
  const generatedPassword = given ? undefined : randomToken(16)
  const password = given ?? generatedPassword ?? ''
  getPlan(platform, fields.planId)
  if (given) await assertGoodPassword(given, { words: [fields.email, fields.name] })
  const passwordHash = await platform.passwords.hash(password)
  const timeZone = fields.timeZone ?? defaultTimeZones[fields.language]
  const dueDate = fields.dueDate ?? renewedDueDate(localDay(platform.clock.now(), timeZone), fields.recurrence)
  const admin = { name: fields.name, email: fields.email, passwordHash, super: false, mustChangePassword: true }
  const { id } = await createCompany(platform, { ...fields, timeZone, dueDate }, admin)
  makeInvoices(platform, id)
  audit(platform, 'company.created', { ...actor, companyId: id }, { by: actor })
  publishCompany(platform, 'create', id)
  return { ...getCompanyView(platform, id), ...(generatedPassword && { generatedPassword }) }
}

/** Disabling closes sockets and connections without unpairing. @throws Refusal ERR_INITIAL_RECORD for company 1 */
export async function updateCompany(platform: Platform, actor: PlatformActor, id: CompanyId, body: UpdateCompanyBody) {
  const { company } = getCompany(platform, id)
  const key = changedNameKey(body.name, company.name)
  if (key.nameKey !== undefined && key.nameKey !== company.nameKey) assertNameFree(platform, key.nameKey)
  if (body.planId !== undefined) getPlan(platform, body.planId)
  if (id === firstCompanyId) assertStaysFirst(company, body)
  platform.catalog.db
    .update(companyTable)
    .set({ ...body, ...key, updatedAt: platform.clock.now() })
    .where(eq(companyTable.id, id))
    .run()
  platform.catalog.companies.forget()
  const changes = differences(company, body, { fields: Object.keys(body) })
  audit(platform, 'company.updated', { ...actor, companyId: id }, { by: actor, changes })
  const changed = subscriptionFields.some((name) => body[name] !== undefined && body[name] !== company[name])
  if (changed) followSubscription(platform, id)
  if (body.status !== undefined && body.status !== company.status)
    await (body.status ? startCompany(platform, id) : stopCompany(platform, id))
  publishCompany(platform, 'update', id)
  return getCompanyView(platform, id)
}

/** From the due date or today. @throws Refusal ERR_DUE_DATE_CHANGED when it is another; ERR_INITIAL_RECORD for company 1 */
export function renewCompany(platform: Platform, actor: PlatformActor, id: CompanyId, body: RenewCompanyBody) {
  const { company } = getCompany(platform, id)
  if (company.dueDate !== body.dueDate) refuse('ERR_DUE_DATE_CHANGED', { body: { dueDate: company.dueDate } })
  const from = body.fromToday ? localDay(platform.clock.now(), company.timeZone) : company.dueDate
  return updateCompany(platform, actor, id, { dueDate: renewedDueDate(from, company.recurrence) })
}

const subscriptionFields = ['name', 'dueDate', 'planId', 'status', 'timeZone'] as const

function followSubscription(platform: Platform, id: CompanyId) {
  makeInvoices(platform, id)
  recordSubscription(platform, id, 'subscription.changed')
}

/** Failures are logged: the change is committed. */
export async function startCompany(platform: Platform, id: CompanyId) {
  for (const start of platform.companyStarts) {
    await Promise.try(start, id).catch((error: unknown) =>
      platform.log.error('A part of a company could not be started', { company: id, error }),
    )
  }
}

/** A connection that cannot be closed must not keep others open. `keepsSessions`: it goes on soon, here or elsewhere. */
export async function stopCompany(platform: Platform, id: CompanyId, how?: { keepsSessions?: boolean }) {
  for (const stop of platform.companyStops) {
    await Promise.try(stop, id, how).catch((error: unknown) =>
      platform.log.error('A part of a company could not be stopped', { company: id, error }),
    )
  }
}

function assertStaysFirst(company: { dueDate: string }, body: UpdateCompanyBody) {
  if (body.status === false) refuse('ERR_INITIAL_RECORD', { fields: { status: 'initialRecord' } })
  if (body.dueDate !== undefined && body.dueDate !== company.dueDate) {
    refuse('ERR_INITIAL_RECORD', { fields: { dueDate: 'initialRecord' } })
  }
}
