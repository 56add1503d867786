import { Elysia } from 'elysia'
import type { Domain } from '../platform/domain'
import { webhookPerson } from './webhook.person'
import { getConnection } from '../connection/connection.queries'
import { isAdmin } from '../kernel/company/actor'
import { refuse } from '../kernel/errors'
import { collectJob, webhookReaction } from './delivery/collect-events'
import { deliverJob, sendAgain } from './delivery/deliver-webhooks'
import { sendPing } from './delivery/send-webhook'
import { hostWebhookRoutes, presentWebhook } from './receiver/host-webhook.routes'
import { answerCalls } from '../kernel/http/answer-calls'
import { type CompanyContext, createContext, requirePlan } from '../kernel/company/company-context'
import type { ConnectionId } from '../kernel/ids'
import type { UserGuard } from '../kernel/http/user-guard'
import { companyTarget, getCompanyWebhook, replaceCompanySecret, saveCompanyWebhook } from './receiver/company-webhook'
import { companyWebhookCalls, hostWebhookCalls, DeliveryView } from './webhook.calls'
import {
  getConnectionWebhook,
  listConnectionWebhooks,
  replaceConnectionSecret,
  saveConnectionWebhook,
} from './receiver/connection-webhook'
import { connectionWebhookCalls, ConnectionWebhookView } from './receiver/connection-webhook.calls'
import { sealOldAddresses } from '../kernel/config/seal-old-addresses'
import { forgetOldDeliveries } from './delivery/forget-old-deliveries'
import { perCompany } from '../kernel/company/company-files'
import { createRateLimit } from '../kernel/http/rate-limit'
import { findDeliveryById, listDeliveries, noteTest } from './delivery/delivery.queries'
import { deliveryTarget, type TargetName } from './delivery/delivery-targets'

export const webhookDomain = {
  name: 'webhook',
  calls: { ...companyWebhookCalls, ...connectionWebhookCalls, ...hostWebhookCalls },
  views: { ConnectionWebhookView, DeliveryView },
  routes: ({ guard, superUserGuard, platform }) =>
    new Elysia({ name: 'webhook-routes' })
      .use(hostWebhookRoutes(superUserGuard, platform))
      .use(ownWebhookRoutes(guard)),
  reactions: [webhookReaction],
  jobs: { 'webhook.collect': collectJob, 'webhook.deliver': deliverJob, 'webhook.deliverStatus': deliverJob },
  recurring: [
    {
      at: '45 3 * * *',
      what: 'forget old webhook deliveries',
      eachCompany: async ({ files, clock }, id) => forgetOldDeliveries(await files.ready(id), clock.now()),
    },
  ],
  onOpen: [
    ({ files }, id) =>
      sealOldAddresses(createContext(files.use(id)), [
        { table: 'company_webhook', key: 'id', column: 'url' },
        { table: 'connection_webhook', key: 'connection_id', column: 'url' },
      ]),
  ],
  person: webhookPerson,
} satisfies Domain

/** For admins of companies whose plan includes the API. */
function ownWebhookRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'own-webhook-routes' }).use(guard).derive(({ ctx }) => {
    if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
    requirePlan(ctx, 'useExternalApi')
    return {}
  })
  const view = (ctx: CompanyContext) => presentWebhook(getCompanyWebhook(ctx), companyTarget.pausedUntil(ctx))
  const targetOf = (ctx: CompanyContext, connectionId: ConnectionId) =>
    `connection ${getConnection(ctx, connectionId).id}` as const
  return answerCalls(
    app,
    { ...companyWebhookCalls, ...connectionWebhookCalls },
    {
      'GET /company-webhook': ({ ctx }) => view(ctx),
      'PUT /company-webhook': async ({ ctx, body }) => {
        const newSecret = (await saveCompanyWebhook(ctx, body)) ?? null
        return { ...view(ctx), newSecret }
      },
      'POST /company-webhook/secret': ({ ctx }) => ({ newSecret: replaceCompanySecret(ctx) }),
      'POST /company-webhook/test': ({ ctx }) => sendTest(ctx, 'company'),
      'GET /company-webhook/deliveries': ({ ctx }) => listDeliveries(ctx, 'company'),
      'POST /company-webhook/deliveries/:id/send': ({ ctx, params }) => sendLogged(ctx, 'company', params.id),
      'GET /connection-webhooks': ({ ctx }) => listConnectionWebhooks(ctx),
      'GET /connection-webhooks/:id': ({ ctx, params }) => getConnectionWebhook(ctx, params.id),
      'PUT /connection-webhooks/:id': ({ ctx, params, body }) => saveConnectionWebhook(ctx, params.id, body.url),
      'POST /connection-webhooks/:id/secret': ({ ctx, params }) => ({
        newSecret: replaceConnectionSecret(ctx, params.id),
      }),
      'POST /connection-webhooks/:id/test': ({ ctx, params }) => sendTest(ctx, targetOf(ctx, params.id)),
      'GET /connection-webhooks/:id/deliveries': ({ ctx, params }) => listDeliveries(ctx, targetOf(ctx, params.id)),
      'POST /connection-webhooks/:id/deliveries/:deliveryId/send': ({ ctx, params }) =>
        sendLogged(ctx, targetOf(ctx, params.id), params.deliveryId),
    },
  )
}

const manualCalls = perCompany(() => createRateLimit({ limit: 30, windowMs: 60_000 }))

function webhookFor(ctx: CompanyContext, target: TargetName) {
  const webhook = deliveryTarget(target).get(ctx) ?? refuse('ERR_INVALID_INPUT', { fields: { url: 'required' } })
  manualCalls(ctx.company).take('', ctx.now.getTime())
  return webhook
}

async function sendTest(given: CompanyContext, target: TargetName) {
  const { id, services } = given.company
  const call = services.outgoing.of(id, 'webhook')
  const { result, ...attempt } = await sendPing(call, services.clock, webhookFor(given, target))
  noteTest(createContext(given.company), target, attempt)
  return result
}

/** @throws Refusal ERR_NO_DELIVERY_FOUND, also without its body */
function sendLogged(ctx: CompanyContext, target: TargetName, id: number) {
  const webhook = webhookFor(ctx, target)
  const delivery = findDeliveryById(ctx, id)
  if (delivery?.target !== target || !delivery.body) refuse('ERR_NO_DELIVERY_FOUND')
  return sendAgain(() => createContext(ctx.company), { target, webhook }, delivery)
}
