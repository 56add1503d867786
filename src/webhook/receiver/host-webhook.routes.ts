import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import { freshContext } from '../../kernel/company/company-context'
import { refuse, required } from '../../kernel/errors'
import type { SuperUserGuard } from '../../kernel/http/user-guard'
import { dayMs } from '../../kernel/time/durations.contract'
import {
  getHostWebhook,
  replaceHostWebhookSecret,
  saveHostWebhook,
  type HostWebhook,
} from '../../platform/host-webhook/host-webhook'
import { findLoggedAttempt, listLoggedAttempts, logAttempt } from '../../platform/host-webhook/webhook-log'
import type { Platform } from '../../platform/platform'
import { sendAgain } from '../delivery/deliver-webhooks'
import { findDelivery, shownDeliveries } from '../delivery/delivery.queries'
import { bodyRetentionDays } from '../delivery/forget-old-deliveries'
import { hostWebhookCalls, type DeliveryView, type WebhookView } from '../webhook.calls'
import { sendPing } from '../delivery/send-webhook'

export function hostWebhookRoutes(superUserGuard: SuperUserGuard, platform: Platform) {
  return answerCalls(new Elysia({ name: 'host-webhook-routes' }).use(superUserGuard), hostWebhookCalls, {
    'GET /gestor-webhook': () => viewHostWebhook(platform),
    'PUT /gestor-webhook': async ({ operator, body }) => {
      const newSecret = (await saveHostWebhook(platform, operator, body)) ?? null
      return { ...viewHostWebhook(platform), newSecret }
    },
    'POST /gestor-webhook/secret': ({ operator }) => ({ newSecret: replaceHostWebhookSecret(platform, operator) }),
    'POST /gestor-webhook/test': () => sendHostTest(platform),
    'GET /gestor-webhook/deliveries': () => listDeliveries(platform),
    'POST /gestor-webhook/deliveries/:id/send': ({ params }) => sendLogged(platform, params.id),
  })
}

function viewHostWebhook(platform: Platform) {
  return presentWebhook(getHostWebhook(platform), platform.ports.hostWebhook.pausedUntil())
}

function targetOf(platform: Platform) {
  return platform.ports.hostWebhook.get() ?? refuse('ERR_INVALID_INPUT', { fields: { url: 'required' } })
}

async function sendHostTest(platform: Platform) {
  const { result, ...attempt } = await sendPing(
    platform.outgoing.of('host', 'webhook'),
    platform.clock,
    targetOf(platform),
  )
  logAttempt(platform, { ...attempt, companyId: null })
  return result
}

function listDeliveries(platform: Platform): DeliveryView[] {
  const oldest = platform.clock.now().getTime() - bodyRetentionDays * dayMs
  return listLoggedAttempts(platform, shownDeliveries).map(
    ({ companyId, companyName, createdAt, attemptedAt, ...row }) => ({
      ...row,
      company: companyId === null ? null : { id: companyId, name: companyName ?? '' },
      createdAt: createdAt.toISOString(),
      attemptedAt: attemptedAt.toISOString(),
      maySendAgain: companyName !== null && createdAt.getTime() > oldest,
    }),
  )
}

async function sendLogged(platform: Platform, id: number) {
  const webhook = targetOf(platform)
  const { companyId, deliveryId } = required(findLoggedAttempt(platform, id), 'ERR_NO_DELIVERY_FOUND')
  if (companyId === null || !platform.files.existsAnywhere(companyId)) refuse('ERR_NO_DELIVERY_FOUND')
  const getContext = freshContext(platform.files, companyId)
  const delivery = findDelivery(getContext(), deliveryId)
  if (delivery?.target !== 'host' || !delivery.body) refuse('ERR_NO_DELIVERY_FOUND')
  return sendAgain(getContext, { target: 'host', webhook }, delivery)
}

export function presentWebhook(
  { url, withTexts, secret, isUnreadable }: HostWebhook,
  pausedUntil: Date | undefined,
): WebhookView {
  const state = isUnreadable ? 'unreadable' : secret ? 'set' : 'none'
  return { url, withTexts, secret: state, pausedUntil: pausedUntil?.toISOString() ?? null }
}
