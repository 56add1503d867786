import type { CompanyContext } from '../kernel/company-context'
import { bringJobForward, enqueueJob, type FreshContext, type WaitingJob } from '../kernel/jobs'
import { abandonDeliveries, type Delivery, findDueDelivery, nextAttemptMs, settleDelivery } from './delivery.queries'
import { sendWebhook, type WebhookResult } from './send-webhook'
import type { WebhookTarget } from './webhook-target'

declare module '../kernel/jobs' {
  interface JobPayloads {
    'webhook.deliver': Record<string, never>
  }
}

const minute = 60_000
/** Between attempts; after the last of them a delivery is given up. */
export const retryDelaysMs = [10_000, minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute, 720 * minute]
/** Of one company. */
const attemptsAtOnce = 4
/** After that the job ends and is started again, so that other companies' jobs find room. */
const runMs = 20_000
const target = 'host'
const jobKey = 'webhook.deliver'

/** Has the company's due deliveries sent. */
export function wakeDeliveries(ctx: CompanyContext) {
  enqueueJob(ctx, 'webhook.deliver', {}, { dedupeKey: jobKey })
  // It may be waiting for a later attempt.
  bringJobForward(ctx, jobKey)
}

/** Deliveries stay queued until their result is stored: after a crash they are sent again under the same id. */
export const deliverJob: WaitingJob<'webhook.deliver'> = {
  lane: 'waiting',
  timeLimitMs: 60_000,
  attemptsMax: 1_000_000,
  run: (freshContext, _payload, signal) => deliverDue(freshContext, signal),
}

async function deliverDue(freshContext: FreshContext, signal: AbortSignal): Promise<Date | void> {
  const endMs = performance.now() + runMs
  const underWay = new Map<number, Promise<void>>()
  let failure: unknown
  for (;;) {
    const ctx = freshContext()
    const { hostWebhook } = ctx.company.services.ports
    const webhook = hostWebhook.get()
    if (!webhook) return abandonDeliveries(ctx, target)
    const mayStart = failure === undefined && performance.now() < endMs && !hostWebhook.pausedUntil()
    const due = mayStart && underWay.size < attemptsAtOnce ? findDueDelivery(ctx, target, underWay.keys()) : undefined
    if (due) {
      const attempt = deliver(freshContext, webhook, due, signal).catch((error: unknown) => {
        failure ??= error
      })
      underWay.set(
        due.id,
        attempt.finally(() => underWay.delete(due.id)),
      )
    } else if (underWay.size > 0) {
      await Promise.race(underWay.values())
    } else if (failure !== undefined) {
      throw failure
    } else {
      const nextMs = nextAttemptMs(ctx, target)
      return nextMs === undefined ? undefined : laterOf(new Date(nextMs), hostWebhook.pausedUntil())
    }
  }
}

const laterOf = (one: Date, other: Date | undefined) => (other && other > one ? other : one)

async function deliver(freshContext: FreshContext, webhook: WebhookTarget, delivery: Delivery, signal: AbortSignal) {
  const { services } = freshContext().company
  const result = await services.ports.hostWebhook.inTurn(signal, () =>
    attemptDelivery(services, webhook, delivery, signal),
  )
  storeResult(freshContext(), delivery, result)
}

type Services = CompanyContext['company']['services']

function attemptDelivery(
  { guardedFetch, clock }: Services,
  { url, secret }: WebhookTarget,
  { uuid, event, body }: Delivery,
  signal: AbortSignal,
) {
  return sendWebhook(guardedFetch, { url, secret, deliveryId: uuid, event, body: body ?? '', at: clock.now() }, signal)
}

function storeResult(ctx: CompanyContext, delivery: Delivery, result: WebhookResult) {
  const attempts = delivery.attempts + 1
  const delayMs = retryDelaysMs[attempts - 1]
  // Gone (410) asks to send it no more.
  const givesUp = delayMs === undefined || result.status === 410
  const state = result.ok ? 'sent' : givesUp ? 'dead' : 'queued'
  settleDelivery(ctx, target, delivery, { state, attempts, nextMs: ctx.now.getTime() + (delayMs ?? 0) }, result)
  noteAttempt(ctx, delivery, { state, attempts }, result)
}

function noteAttempt(
  ctx: CompanyContext,
  { uuid, event, createdAt }: Delivery,
  { state, attempts }: Pick<Delivery, 'state' | 'attempts'>,
  { ok, status, error, durationMs }: WebhookResult,
) {
  const { hostWebhook } = ctx.company.services.ports
  const attempt = { deliveryId: uuid, event, state, attempts, status, error, durationMs }
  hostWebhook.note(ctx.company.id, { ...attempt, createdAt: new Date(createdAt), attemptedAt: ctx.now }, ok)
}

/** Sends a delivery now, whatever became of it before. A failure leaves its state as it was. */
export async function sendAgain(getContext: () => CompanyContext, webhook: WebhookTarget, delivery: Delivery) {
  const result = await attemptDelivery(getContext().company.services, webhook, delivery, AbortSignal.timeout(15_000))
  const ctx = getContext()
  const state = result.ok ? 'sent' : delivery.state
  const attempts = delivery.attempts + 1
  const nextMs = ctx.now.getTime() + (retryDelaysMs[attempts - 1] ?? 0)
  settleDelivery(ctx, target, delivery, { state, attempts, nextMs }, result)
  noteAttempt(ctx, delivery, { state, attempts }, result)
  return result
}
