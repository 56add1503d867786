import { Elysia } from 'elysia'
import { type Platform, audit, type FirstAdmin } from '../../platform/platform'
import { answerCalls } from '../../kernel/http/answer-calls'
import { clientAddress } from '../../kernel/http/edge/forwarded-headers'
import { addressBlock } from '../../kernel/http/edge/ip-address'
import { createRateLimit } from '../../kernel/http/rate-limit'
import { sameOriginJson } from '../../kernel/http/edge/same-origin'
import { hourMs } from '../../kernel/time/durations.contract'
import { signUpCalls } from '../session/session.calls'
import { addDays } from '../../kernel/time/calendar-days'
import { Refusal, refuse } from '../../kernel/errors'
import { localDay } from '../../kernel/time/time-zone'
import { defaultTimeZones } from '../../platform/company/company.contract'
import { createCompany, type NewCompany } from '../../platform/company/create-company'
import { publishCompany } from '../../platform/company/company.live'
import { makeInvoices } from '../../platform/invoice/make-invoices'
import { getPlan } from '../../platform/plan/plan.queries'
import { getPlatformSetting } from '../../platform/branding/platform-setting.queries'
import type { SignUpBody } from './sign-up.contract'

export function signUpRoutes(platform: Platform) {
  const byAddress = createRateLimit({ limit: 10, windowMs: hourMs })
  const app = new Elysia({ name: 'sign-up' })
  return answerCalls(app.use(sameOriginJson(platform.config.publicUrl)), signUpCalls, {
    'POST /auth/signup': async ({ body, request }) => {
      const address = clientAddress(request)
      byAddress.take(addressBlock(address), platform.clock.now().getTime())
      return { company: await signUp(platform, body, address) }
    },
  })
}

/** @throws Refusal ERR_USER_CREATION_DISABLED, ERR_NO_PLAN_FOUND, ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_EMAIL_ALREADY_EXISTS */
async function signUp(platform: Platform, body: SignUpBody, address: string) {
  assertOpen(platform)
  const plan = getPlan(platform, body.planId)
  if (!plan.isPublic) refuse('ERR_NO_PLAN_FOUND')
  const passwordHash = await platform.passwords.hash(body.password)
  const { name, email, phone, companyName, language } = body
  const timeZone = defaultTimeZones[language]
  const trialDays = Number(getPlatformSetting(platform, 'trialDays'))
  const dueDate = addDays(localDay(platform.clock.now(), timeZone), trialDays)
  const company = { name: companyName, email, phone, planId: plan.id, dueDate, status: true, language, timeZone }
  const id = createNamed(platform, company, { name, email, passwordHash, super: false })
  makeInvoices(platform, id)
  audit(platform, 'company.signedUp', { companyId: id, userId: 1 }, { address })
  publishCompany(platform, 'create', id)
  return { id, name: companyName, dueDate }
}

function assertOpen(platform: Platform) {
  if (getPlatformSetting(platform, 'allowSignup') !== 'enabled') refuse('ERR_USER_CREATION_DISABLED')
}

function createNamed(platform: Platform, company: NewCompany, admin: FirstAdmin) {
  try {
    return createCompany(platform, company, admin).id
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'ERR_COMPANY_NAME_ALREADY_EXISTS') throw error
    refuse(error.code, { fields: { companyName: 'nameTaken' } })
  }
}
