import type { CompanyContext } from '../../kernel/company/company-context'
import { bringJobForward, enqueueJob, type FreshContext, type WaitingJob } from '../../kernel/job/jobs'
import { minuteMs } from '../../kernel/time/durations.contract'
import { abandonDeliveries, type Delivery, findDueDelivery, nextAttemptMs, settleDelivery } from './delivery.queries'
import { deliveryTarget, jobKeyOf, type TargetName } from './delivery-targets'
import { sendWebhook, type WebhookResult } from './send-webhook'
import type { WebhookTarget } from '../receiver/webhook-target'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    /** Without a target, to the host. */
    'webhook.deliver': { target?: TargetName }
  }
}

/** Between attempts. After the last one a delivery is abandoned. */
const retryDelaysMs = [10_000, minuteMs, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs, 360 * minuteMs, 720 * minuteMs]
/** Per company and target. */
const attemptsAtOnce = 4
/** Then the job ends and is enqueued again, so that other companies' jobs can run. */
const runMs = 20_000

export function wakeDeliveries(ctx: CompanyContext, target: TargetName) {
  const dedupeKey = jobKeyOf('webhook.deliver', target)
  enqueueJob(ctx, 'webhook.deliver', { target }, { dedupeKey })
  // The job may be waiting for a later attempt.
  bringJobForward(ctx, dedupeKey)
}

/** Deliveries stay queued until their result is stored, so after a crash they are sent again under the same id. */
export const deliverJob: WaitingJob<'webhook.deliver'> = {
  lane: 'waiting',
  timeLimitMs: 60_000,
  attemptsMax: 1_000_000,
  run: (freshContext, { target = 'host' }, signal) => deliverDue(freshContext, target, signal),
}

async function deliverDue(freshContext: FreshContext, target: TargetName, signal: AbortSignal): Promise<Date | void> {
  const endMs = performance.now() + runMs
  const underWay = new Map<number, Promise<void>>()
  let failure: unknown
  for (;;) {
    const ctx = freshContext()
    const { get, pausedUntil } = deliveryTarget(target)
    const webhook = get(ctx)
    if (!webhook) return abandonDeliveries(ctx, target)
    const mayStart = failure === undefined && performance.now() < endMs && !pausedUntil(ctx)
    const due = mayStart && underWay.size < attemptsAtOnce ? findDueDelivery(ctx, target, underWay.keys()) : undefined
    if (due) {
      const attempt = deliver(freshContext, { target, webhook }, due, signal).catch((error: unknown) => {
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
      return nextMs === undefined ? undefined : laterOf(new Date(nextMs), pausedUntil(ctx))
    }
  }
}

const laterOf = (one: Date, other: Date | undefined) => (other && other > one ? other : one)

interface Destination {
  target: TargetName
  webhook: WebhookTarget
}

async function deliver(
  freshContext: FreshContext,
  { target, webhook }: Destination,
  delivery: Delivery,
  signal: AbortSignal,
) {
  const ctx = freshContext()
  const attempt = () => attemptDelivery(ctx, webhook, delivery, signal)
  const result = await deliveryTarget(target).inTurn(ctx, signal, attempt)
  storeResult(freshContext(), target, delivery, result)
}

function attemptDelivery(
  { company: { id, services } }: CompanyContext,
  { url, secret }: WebhookTarget,
  { uuid, event, body }: Delivery,
  signal: AbortSignal,
) {
  const call = services.outgoing.of(id, 'webhook')
  const at = services.clock.now()
  return sendWebhook(call, { url, secret, deliveryId: uuid, event, body: body ?? '', at }, signal)
}

function storeResult(ctx: CompanyContext, target: TargetName, delivery: Delivery, result: WebhookResult) {
  const attempts = delivery.attempts + 1
  const delayMs = retryDelaysMs[attempts - 1]
  // 410 (Gone) asks for no more attempts.
  const givesUp = delayMs === undefined || result.status === 410
  const state = result.ok ? 'sent' : givesUp ? 'dead' : 'queued'
  settleDelivery(ctx, target, delivery, { state, attempts, nextMs: ctx.now.getTime() + (delayMs ?? 0) }, result)
  noteAttempt(ctx, target, { ...delivery, state, attempts }, result)
}

function noteAttempt(
  ctx: CompanyContext,
  target: TargetName,
  { uuid, event, createdAt, state, attempts }: Delivery,
  { ok, ...result }: WebhookResult,
) {
  const attempt = { ...result, deliveryId: uuid, event, state, attempts, createdAt: new Date(createdAt) }
  deliveryTarget(target).note(ctx, { ...attempt, attemptedAt: ctx.now }, ok)
}

/** Sends a delivery now, also one that was sent or given up. A failure does not change its state. */
export async function sendAgain(
  getContext: () => CompanyContext,
  { target, webhook }: Destination,
  delivery: Delivery,
) {
  const result = await attemptDelivery(getContext(), webhook, delivery, AbortSignal.timeout(15_000))
  const ctx = getContext()
  const state = result.ok ? 'sent' : delivery.state
  const attempts = delivery.attempts + 1
  const nextMs = ctx.now.getTime() + (retryDelaysMs[attempts - 1] ?? 0)
  settleDelivery(ctx, target, delivery, { state, attempts, nextMs }, result)
  noteAttempt(ctx, target, { ...delivery, state, attempts }, result)
  return result
}
