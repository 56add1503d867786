import type { CompanyContext } from '../../kernel/company/company-context'
import { afterCommit } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { bringJobForward, enqueueJob, type FreshContext, type WaitingJob } from '../../kernel/job/jobs'
import { addMs } from '../../kernel/time/clock'
import { minuteMs } from '../../kernel/time/durations.contract'
import { abandonDeliveries, type Delivery, findDueDelivery, nextAttemptAt, settleDelivery } from './delivery.queries'
import { deliveryTarget, jobKeyOf, type TargetName } from './delivery-targets'
import { sendWebhook, type WebhookResult } from './send-webhook'
import type { WebhookTarget } from '../receiver/webhook-target'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    /** Without a target, deliveries go to the host. */
    'webhook.deliver': { target?: TargetName }
    /** Its own kind, so that silent addresses take no other slots. */
    'webhook.deliverStatus': { target?: TargetName }
  }
}

/** Between attempts. After the last one a delivery is abandoned. */
const retryDelaysMs = [10_000, minuteMs, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs, 360 * minuteMs, 720 * minuteMs]
/** Per company and target. */
const attemptsAtOnce = 4
/** Then the job ends and is enqueued again, so that other companies' jobs can run; later beside a slow attempt. */
const runMs = 20_000
const runBesideSlowMs = 5 * minuteMs
const slowMs = 1000

/** End a job's wait for more. */
const wakers = perCompany(() => new Map<TargetName, () => void>())

export function wakeDeliveries(ctx: CompanyContext, target: TargetName) {
  const dedupeKey = jobKeyOf('webhook.deliver', target)
  const isEvent = target === 'host' || target === 'company'
  enqueueJob(ctx, isEvent ? 'webhook.deliver' : 'webhook.deliverStatus', { target }, { dedupeKey })
  // The job may wait for a later attempt.
  bringJobForward(ctx, dedupeKey)
  afterCommit(ctx, () => wakers(ctx.company).get(target)?.())
}

/** Queued until the result is stored: after a crash sent again under the same id. */
export const deliverJob: WaitingJob<'webhook.deliver' | 'webhook.deliverStatus'> = {
  lane: 'waiting',
  isBulk: true,
  timeLimitMs: 6 * minuteMs,
  attemptsMax: 1_000_000,
  run: (freshContext, { target = 'host' }, signal) => deliverDue(freshContext, target, signal),
}

async function deliverDue(freshContext: FreshContext, target: TargetName, signal: AbortSignal): Promise<Date | void> {
  const mayGoOn = runTime()
  const underWay = new Map<number, Attempt>()
  let failure: unknown
  for (;;) {
    const ctx = freshContext()
    const { get, pausedUntil } = deliveryTarget(target)
    const webhook = get(ctx)
    if (!webhook) return abandonDeliveries(ctx, target)
    const mayStart = failure === undefined && mayGoOn(underWay) && !pausedUntil(ctx)
    const hasPlace = mayStart && underWay.size < attemptsAtOnce
    const due = hasPlace ? findDueDelivery(ctx, target, underWay.keys()) : undefined
    if (due) {
      const work = deliver(freshContext, { target, webhook }, due, signal).catch((error: unknown) => {
        failure ??= error
      })
      const end = work.finally(() => underWay.delete(due.id))
      underWay.set(due.id, { end, startedMs: performance.now() })
    } else if (underWay.size > 0) {
      const ends = [...underWay.values()].map(({ end }) => end)
      await (hasPlace ? untilMoreIsDue(ctx, target, ends) : Promise.race(ends))
    } else if (failure !== undefined) {
      throw failure
    } else {
      const nextAt = nextAttemptAt(ctx, target)
      return nextAt && laterOf(nextAt, pausedUntil(ctx))
    }
  }
}

interface Attempt {
  end: Promise<void>
  startedMs: number
}

/** Returns a function that says whether the job, which starts now, may start another attempt. */
function runTime() {
  const startedMs = performance.now()
  return (underWay: ReadonlyMap<number, Attempt>) => {
    const nowMs = performance.now()
    const isBesideSlow = underWay.values().some((attempt) => nowMs - attempt.startedMs > slowMs)
    return nowMs - startedMs < (isBesideSlow ? runBesideSlowMs : runMs)
  }
}

/** Waits until an attempt ends, a delivery is queued, or the time of a later attempt has come. */
async function untilMoreIsDue(ctx: CompanyContext, target: TargetName, ends: readonly Promise<void>[]) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const waker = wakers(ctx.company)
  waker.set(target, resolve)
  const nextAt = nextAttemptAt(ctx, target, ctx.now)
  const timer = nextAt && setTimeout(resolve, nextAt.getTime() - ctx.now.getTime())
  await Promise.race([...ends, promise])
  waker.delete(target)
  clearTimeout(timer)
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
  // 410 (Gone) asks for no more.
  const givesUp = delayMs === undefined || result.status === 410
  const state = result.ok ? 'sent' : givesUp ? 'dead' : 'queued'
  settleDelivery(ctx, target, delivery, { state, attempts, nextAt: addMs(ctx.now, delayMs ?? 0) }, result)
  noteAttempt(ctx, target, { ...delivery, state, attempts }, result)
}

function noteAttempt(
  ctx: CompanyContext,
  target: TargetName,
  { uuid, event, createdAt, state, attempts }: Delivery,
  { ok, ...result }: WebhookResult,
) {
  const attempt = { ...result, deliveryId: uuid, event, state, attempts, createdAt }
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
  const nextAt = addMs(ctx.now, retryDelaysMs[attempts - 1] ?? 0)
  settleDelivery(ctx, target, delivery, { state, attempts, nextAt }, result)
  noteAttempt(ctx, target, { ...delivery, state, attempts }, result)
  return result
}
