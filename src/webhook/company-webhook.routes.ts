import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/answer-calls'
import { type CompanyContext, createContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import { refuse } from '../kernel/errors'
import { createRateLimit } from '../kernel/rate-limit'
import type { UserGuard } from '../kernel/user-guard'
import { listDeliveries, noteTest } from './company-delivery-log'
import { companyTarget } from './company-target'
import { getCompanyWebhook, replaceCompanySecret, requireCompanyWebhook, saveCompanyWebhook } from './company-webhook'
import { sendAgain } from './deliver-webhooks'
import { findDeliveryById } from './delivery.queries'
import { presentWebhook } from './present-webhook'
import { sendPing } from './send-ping'
import { companyWebhookCalls } from './webhook.calls'

/** Calls that a person starts by hand, of one company. */
const manualCalls = perCompany(() => createRateLimit({ most: 30, windowMs: 60_000 }))

/** For admins: the company's own webhook, its deliveries, and a test of it. */
export function companyWebhookRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'company-webhook-routes' }).use(guard), companyWebhookCalls, {
    'GET /company-webhook': ({ ctx }) => view(ctx),
    'PUT /company-webhook': async ({ ctx, body }) => {
      const newSecret = (await saveCompanyWebhook(ctx, body)) ?? null
      return { ...view(ctx), newSecret }
    },
    'POST /company-webhook/secret': ({ ctx }) => ({ newSecret: replaceCompanySecret(ctx) }),
    'POST /company-webhook/test': ({ ctx }) => sendTest(ctx),
    'GET /company-webhook/deliveries': ({ ctx }) => {
      requireCompanyWebhook(ctx)
      return listDeliveries(ctx)
    },
    'POST /company-webhook/deliveries/:id/send': ({ ctx, params }) => sendLogged(ctx, params.id),
  })
}

function view(ctx: CompanyContext) {
  requireCompanyWebhook(ctx)
  return presentWebhook(getCompanyWebhook(ctx), companyTarget.pausedUntil(ctx))
}

/** @throws Refusal while there is none; ERR_TOO_MANY_REQUESTS after thirty calls a minute */
function targetFor(ctx: CompanyContext) {
  requireCompanyWebhook(ctx)
  const webhook = companyTarget.get(ctx) ?? refuse('ERR_INVALID_INPUT', { fields: { url: 'required' } })
  manualCalls(ctx.company).take('', ctx.now.getTime())
  return webhook
}

async function sendTest(given: CompanyContext) {
  const { result, ...attempt } = await sendPing(given.company.services, targetFor(given))
  noteTest(createContext(given.company), attempt)
  return result
}

/** @throws Refusal ERR_NO_DELIVERY_FOUND also when its body is forgotten */
function sendLogged(ctx: CompanyContext, id: number) {
  const webhook = targetFor(ctx)
  const delivery = findDeliveryById(ctx, id)
  if (delivery?.target !== 'company' || !delivery.body) refuse('ERR_NO_DELIVERY_FOUND')
  return sendAgain(() => createContext(ctx.company), { target: 'company', webhook }, delivery)
}
