import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/answer-calls'
import { createContext } from '../kernel/company-context'
import { refuse, required } from '../kernel/errors'
import type { SuperUserGuard } from '../kernel/super-user-guard'
import { getHostWebhook, replaceHostWebhookSecret, saveHostWebhook } from '../platform/host-webhook/host-webhook'
import { findLoggedAttempt, listLoggedAttempts, logAttempt } from '../platform/host-webhook/webhook-log'
import type { Platform } from '../platform/platform'
import { sendAgain } from './deliver-webhooks'
import { findDelivery } from './delivery.queries'
import { bodiesKeptDays } from './forget-old-deliveries'
import { sendWebhook } from './send-webhook'
import { hostWebhookCalls, type DeliveryView, type HostWebhookView } from './webhook.calls'

const shownMax = 100

/** For super users: the webhook of the whole platform, its deliveries, and a test of it. */
export function webhookRoutes(superUserGuard: SuperUserGuard, platform: Platform) {
  return answerCalls(new Elysia({ name: 'webhook-routes' }).use(superUserGuard), hostWebhookCalls, {
    'GET /gestor-webhook': () => viewHostWebhook(platform),
    'PUT /gestor-webhook': async ({ operator, body }) => {
      const newSecret = (await saveHostWebhook(platform, operator, body)) ?? null
      return { ...viewHostWebhook(platform), newSecret }
    },
    'POST /gestor-webhook/secret': ({ operator }) => ({ newSecret: replaceHostWebhookSecret(platform, operator) }),
    'POST /gestor-webhook/test': () => sendTest(platform),
    'GET /gestor-webhook/deliveries': () => listDeliveries(platform),
    'POST /gestor-webhook/deliveries/:id/send': ({ params }) => sendLogged(platform, params.id),
  })
}

function viewHostWebhook(platform: Platform): HostWebhookView {
  const { url, withTexts, secret, isUnreadable } = getHostWebhook(platform)
  const pausedUntil = platform.ports.hostWebhook.pausedUntil()?.toISOString() ?? null
  return { url, withTexts, secret: isUnreadable ? 'unreadable' : secret ? 'set' : 'none', pausedUntil }
}

/** @throws Refusal while there is none */
function targetOf(platform: Platform) {
  return platform.ports.hostWebhook.get() ?? refuse('ERR_INVALID_INPUT', { fields: { url: 'required' } })
}

/** The event `ping`, which no company is behind. It is not repeated. */
async function sendTest(platform: Platform) {
  const { url, secret } = targetOf(platform)
  const at = platform.clock.now()
  const [deliveryId, event] = [Bun.randomUUIDv7(), 'ping']
  const body = JSON.stringify({ id: deliveryId, event, createdAt: at.toISOString() })
  const result = await sendWebhook(platform.guardedFetch, { url, secret, deliveryId, event, body, at })
  const { ok, ...facts } = result
  const attempt = { ...facts, deliveryId, event, companyId: null, state: ok ? 'sent' : 'dead', attempts: 1 } as const
  logAttempt(platform, { ...attempt, createdAt: at, attemptedAt: platform.clock.now() })
  return result
}

function listDeliveries(platform: Platform): DeliveryView[] {
  const oldest = platform.clock.now().getTime() - bodiesKeptDays * 86_400_000
  return listLoggedAttempts(platform, shownMax).map(({ companyId, companyName, createdAt, attemptedAt, ...row }) => ({
    ...row,
    company: companyId === null ? null : { id: companyId, name: companyName ?? '' },
    createdAt: createdAt.toISOString(),
    attemptedAt: attemptedAt.toISOString(),
    maySendAgain: companyName !== null && createdAt.getTime() > oldest,
  }))
}

/** @throws Refusal ERR_NO_DELIVERY_FOUND also when its body is forgotten */
async function sendLogged(platform: Platform, id: number) {
  const webhook = targetOf(platform)
  const { companyId, deliveryId } = required(findLoggedAttempt(platform, id), 'ERR_NO_DELIVERY_FOUND')
  if (companyId === null || !platform.files.exists(companyId)) refuse('ERR_NO_DELIVERY_FOUND')
  const getContext = () => createContext(platform.files.use(companyId))
  const delivery = findDelivery(getContext(), deliveryId)
  if (!delivery?.body) refuse('ERR_NO_DELIVERY_FOUND')
  return sendAgain(getContext, webhook, delivery)
}
