import { buildPushPayload } from '@block65/webcrypto-web-push'
import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { readAddress } from '../kernel/config/sealed-secret'
import { enqueueJob, type FreshContext, type WaitingJob } from '../kernel/job/jobs'
import { OutgoingError, retryAfterMs } from '../kernel/outgoing/outgoing-error'
import { addMs } from '../kernel/time/clock'
import { hourMs, minuteMs } from '../kernel/time/durations.contract'
import { companyClock, isWithinHours } from '../kernel/time/time-zone'
import { isSettingEnabled } from '../setting/setting.queries'
import { hasSecondFactor } from '../user/second-factor/factors'
import { hasSession } from '../user/session/session'
import type { PushChoices, PushNotice, PushSubscription } from './push.contract'
import { findDevice, removeDevices } from './push-devices'
import { composeNotice, type PushSubject } from './push-notice'
import { readChoices } from './push-readers.view'
import { pushDeviceTable } from './push.tables'

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    /** `before`: later it is no news. */
    'push.send': { deviceId: number; subject: PushSubject; before: string }
  }
}

/** How long a push service keeps a notice for a phone that is off, and how long it is tried here. */
export const newsMs = 4 * hourMs
const delaysMs = [2_000, 10_000, minuteMs, 5 * minuteMs, 15 * minuteMs]
const bodyBytesMax = 4096

/** A newer notice about the same thing replaces one that waits. Requires a transaction. */
export function enqueuePush(ctx: CompanyContext, deviceId: number, subject: PushSubject) {
  const before = addMs(ctx.now, newsMs).toISOString()
  enqueueJob(ctx, 'push.send', { deviceId, subject, before }, { dedupeKey: `push:${deviceId}:${topicOf(subject)}` })
}

/** RFC 8030, section 5.4: up to 32 letters of base64url. */
function topicOf(subject: PushSubject) {
  if (subject.about === 'test' || subject.about === 'several') return subject.about
  if (subject.about === 'notification') return `notification-${subject.notificationId}`
  return `${subject.about}-${subject.ticketId}`
}

/** Sent again after a lost answer: the service worker shows a notice of the same id once. */
export const sendPushJob: WaitingJob<'push.send'> = {
  lane: 'waiting',
  timeLimitMs: minuteMs,
  attemptsMax: delaysMs.length + 1,
  retryDelayMs: (ctx, error, attempts) =>
    Math.max(retryAfterMs(error, ctx.now) ?? 0, delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? 0),
  async run(freshContext, { deviceId, subject, before }, signal) {
    const ctx = freshContext()
    if (ctx.now >= new Date(before)) return
    const device = findDevice(ctx, deviceId)
    if (!device) return
    const subscription = readSubscription(ctx, device.subscription)
    if (!subscription || !hasSession(ctx, device.sessionId, device.userId)) return forget(ctx, deviceId)
    const { userId } = device
    // Until then they read nothing in a window either.
    if (isSettingEnabled(ctx, 'requireTwoFactor') && !hasSecondFactor(ctx, userId)) return
    const choices = readChoices(ctx, userId)
    if (subject.about !== 'test' && isQuiet(ctx, userId, choices)) return
    const notice = composeNotice(ctx, userId, subject, choices.offKinds)
    if (!notice) return
    await send(freshContext, deviceId, { subscription, notice, topic: topicOf(subject) }, signal)
  },
}

function isQuiet(ctx: CompanyContext, userId: number, { quietFrom, quietTo }: PushChoices) {
  if (ctx.company.services.live.hasWindow?.(ctx.company.id, userId)) return true
  return quietFrom !== null && quietTo !== null && isWithinHours(companyClock(ctx).time, quietFrom, quietTo)
}

interface Sending {
  subscription: PushSubscription
  notice: PushNotice
  topic: string
}

async function send(freshContext: FreshContext, deviceId: number, sending: Sending, signal: AbortSignal) {
  const { company } = freshContext()
  const { endpoint, p256dh, auth } = sending.subscription
  const options = { ttl: newsMs / 1000, urgency: 'high', topic: sending.topic } as const
  const { headers, body } = await buildPushPayload(
    { data: JSON.stringify(sending.notice), options },
    { endpoint, expirationTime: null, keys: { p256dh, auth } },
    company.services.pushKeys,
  )
  const { 'content-length': _, ...sent } = headers
  const call = company.services.outgoing.of(company.id, 'push')
  try {
    await call(endpoint, {
      method: 'POST',
      headers: sent,
      body: new Uint8Array(body),
      requestBytesMax: bodyBytesMax,
      redirectsMax: 0,
      signal,
    })
  } catch (error) {
    return takeRefusal(freshContext(), deviceId, error)
  }
  noteSuccess(freshContext(), deviceId)
}

/** @throws the error, if another attempt may succeed */
function takeRefusal(ctx: CompanyContext, deviceId: number, error: unknown) {
  if (!(error instanceof OutgoingError)) throw error
  const status = error.response?.status
  // RFC 8030, section 7.3: the subscription has ended.
  if (status === 404 || status === 410) return forget(ctx, deviceId)
  const isPassing = status === undefined ? error.reason !== 'refusedAddress' : status === 429 || status >= 500
  if (isPassing) throw error
  ctx.company.services.log.warn('A push service refused a notice', { company: ctx.company.id, deviceId, status })
}

function forget(ctx: CompanyContext, deviceId: number) {
  ctx.transaction(() => void removeDevices(ctx, eq(pushDeviceTable.id, deviceId)))
}

function noteSuccess(ctx: CompanyContext, deviceId: number) {
  const isDevice = eq(pushDeviceTable.id, deviceId)
  ctx.transaction(() => {
    ctx.db.update(pushDeviceTable).set({ lastSuccessAt: ctx.now }).where(isDevice).run()
  })
}

/** Undefined when another host sealed it. */
function readSubscription(ctx: CompanyContext, sealed: string): PushSubscription | undefined {
  const text = readAddress(ctx.company.services.sealer, sealed)
  return text === '' ? undefined : (JSON.parse(text) as PushSubscription)
}
