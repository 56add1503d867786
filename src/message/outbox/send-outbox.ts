import { transferFile } from '../../kernel/file/file-transfers'
import { findMedia } from '../../kernel/file/media-store'
import { findMessageRow } from '../message.queries'
import { type Channel, ChannelError } from '../../channel/channel'
import { channelRules } from '../../channel/channel-rules.contract'
import { findConnectionFacts } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { isReadOnly } from '../../kernel/company/held-output'
import { isUnwritable } from '../../kernel/company/ownership'
import type { CompanyId, ConnectionId, MessageId } from '../../kernel/ids'
import { backgroundTurn } from '../../kernel/job/event-loop-turns'
import type { Log } from '../../kernel/log'
import { type OutboxItem, waitingInOutbox } from './waiting-items.view'
import { sendChange } from './send-change'
import { sendQueuedMessage, awaitFile } from './send-queued-message'
import type { SendResult } from './send-result'
import { createTypingThrottle } from '../presence/typing'
import { addressOf } from './outgoing-message.view'
import { BucketError } from '../../kernel/file/bucket/bucket'
import { uploadMedia } from '../../kernel/file/bucket/upload-media'
import { openMedia } from '../../kernel/file/open-media'

/** Providers show typing for about ten seconds. */
const throttle = perCompany(() => createTypingThrottle(8_000))

export interface OutboxOptions {
  wait?: (ms: number) => Promise<void>
  onWake?: (listener: () => void) => () => void
  onDelayed?: (ms: number) => void
}

/** `drained`: nothing is due. `offline`: the channel takes nothing. `stuck`: the session must be reopened. */
type OutboxOutcome = 'drained' | 'offline' | 'stuck'

interface Sender {
  channel: Channel
  done: Promise<OutboxOutcome>
}

/** One sender per connection: two would send out of order, or twice. */
const senders = perCompany(() => new Map<ConnectionId, Sender>())
const pendingSends = perCompany(() => new Map<ConnectionId, Promise<unknown>>())

const backOffMs = [2_000, 5_000, 15_000, 60_000]
/** A file takes time to upload. */
const answerMs = { text: 30_000, file: 600_000 }
const filesInFlightMax = 3
const lookAhead = [200, 1_000, 5_000]

/** Sends each conversation in order. Uncertain messages go first under their own ids, which providers recognise. Joins a running call. */
export async function sendOutbox(
  contextOf: () => CompanyContext,
  connectionId: ConnectionId,
  channel: Channel,
  options: OutboxOptions = {},
): Promise<OutboxOutcome> {
  const { company } = contextOf()
  const running = senders(company)
  const current = running.get(connectionId)
  // The running sender queries again before it ends, so it also finds the items of this call.
  if (current?.channel === channel) return current.done
  const inFlight = new Map<string, Promise<void>>()
  const sender: Sender = { channel, done: Promise.resolve('drained') }
  const isCurrent = () => running.get(connectionId) === sender
  running.set(connectionId, sender)
  const end = () => void (isCurrent() && running.delete(connectionId))
  const { log } = company.services
  const sendsMax = sendsMaxOf(contextOf(), connectionId)
  const turnKey = `outbox ${company.id}`
  const sending = {
    sendsMax,
    contextOf,
    connectionId,
    channel,
    isCurrent,
    end,
    inFlight,
    log,
    turnKey,
    company: company.id,
  }
  const run = { ...sending, wait: Bun.sleep, ...options }
  // A reconnection's new channel waits for the work on the old one.
  const earlier = pendingSends(company).get(connectionId) ?? Promise.resolve()
  sender.done = earlier.then(() => sendAll(run)).finally(end)
  // Whoever awaits `done` gets the failure.
  const settled = sender.done.catch(() => {}).then(() => Promise.all(inFlight.values()))
  pendingSends(company).set(connectionId, settled)
  return sender.done
}

interface Run extends OutboxOptions {
  contextOf: () => CompanyContext
  connectionId: ConnectionId
  channel: Channel
  sendsMax: number
  isCurrent: () => boolean
  end: () => void
  inFlight: Map<string, Promise<void>>
  log: Log
  company: CompanyId
  turnKey: string
  wait: (ms: number) => Promise<void>
}

function sendsMaxOf(ctx: CompanyContext, connectionId: ConnectionId) {
  return channelRules[findConnectionFacts(ctx, connectionId)?.channel ?? 'whatsapp'].sendsMax
}

async function sendAll(run: Run): Promise<OutboxOutcome> {
  const progress = createProgress(run)
  try {
    while (run.isCurrent()) {
      const delayedMs = startItems(run, progress)
      if (run.inFlight.size === 0) {
        if (delayedMs !== undefined) run.onDelayed?.(delayedMs)
        // Synchronous with the last empty query: a later call starts its own sender.
        run.end()
        return 'drained'
      }
      await progress.changed(delayedMs)
      if (progress.outcome) return progress.outcome
      if (progress.pauseMs > 0) await run.wait(progress.pauseMs)
      progress.pauseMs = 0
    }
    return 'offline'
  } finally {
    progress.end()
  }
}

type Progress = ReturnType<typeof createProgress>

function createProgress({ onWake }: Run) {
  let change = Promise.withResolvers<void>()
  const tries = new Map<string, number>()
  const stopListening = onWake?.(() => change.resolve())
  const progress = {
    outcome: undefined as OutboxOutcome | undefined,
    pauseMs: 0,
    files: 0,
    async changed(afterMs?: number) {
      const timer = afterMs === undefined ? undefined : setTimeout(() => change.resolve(), Math.min(afterMs, 60_000))
      await change.promise
      clearTimeout(timer)
      change = Promise.withResolvers<void>()
    },
    note(item: OutboxItem, result: SendResult) {
      const key = item.kind === 'message' ? `message ${item.messageId}` : `change ${item.changeId}`
      const tried = tries.get(key) ?? 0
      if (result === 'again') tries.set(key, tried + 1)
      else tries.delete(key)
      if (result === 'again') progress.pauseMs = Math.max(progress.pauseMs, backOffMs[tried] ?? 60_000)
      if (result === 'offline' || result === 'stuck') progress.outcome ??= result
      change.resolve()
    },
    end: () => stopListening?.(),
  }
  return progress
}

/** Returns ms until the next delayed message found. */
function startItems(run: Run, progress: Progress): number | undefined {
  if (run.inFlight.size >= run.sendsMax) return undefined
  const ctx = run.contextOf()
  const nowMs = ctx.now.getTime()
  let dueMs = Infinity
  for (const limit of lookAhead) {
    const items = waitingInOutbox(ctx, run.connectionId, limit)
    const met = new Set<string>(run.inFlight.keys())
    for (const item of items) {
      if (met.has(item.conversation)) continue
      const waitMs = (item.sendAfterMs ?? 0) - nowMs
      if (waitMs <= 0 || !item.letsPass) met.add(item.conversation)
      if (waitMs > 0) {
        dueMs = Math.min(dueMs, waitMs)
        showTyping(ctx, item, run.channel)
        continue
      }
      if (item.isFile && progress.files >= filesInFlightMax) continue
      start(run, progress, item)
      if (run.inFlight.size >= run.sendsMax) break
    }
    const isFull = run.inFlight.size >= run.sendsMax
    if (items.length < limit || isFull || (run.inFlight.size > 0 && dueMs === Infinity)) break
  }
  return dueMs === Infinity ? undefined : dueMs
}

function start(run: Run, progress: Progress, item: OutboxItem) {
  const files = item.isFile ? 1 : 0
  progress.files += files
  const sending = sendItem(run, item)
    .catch((error: unknown): SendResult => {
      const ids = { company: run.company, connection: run.connectionId }
      if (!isUnwritable(error)) run.log.error('The outbox of a connection failed', { ...ids, error })
      return 'offline'
    })
    .then((result) => {
      run.inFlight.delete(item.conversation)
      progress.files -= files
      progress.note(item, result)
    })
  run.inFlight.set(item.conversation, sending)
}

async function sendItem({ contextOf, channel, turnKey, isCurrent }: Run, item: OutboxItem): Promise<SendResult> {
  await backgroundTurn(turnKey, 'message')
  if (!isCurrent() || isReadOnly(contextOf().company)) return 'offline'
  if (item.kind !== 'message') return sendChange(contextOf, item, channel, withDeadline)
  const send = async () => sendQueuedMessage(contextOf, item.messageId, channel, withDeadline)
  if (!item.isFile) return send()
  const ctx = contextOf()
  const media = findMedia(ctx, findMessageRow(ctx, item.messageId)?.mediaId ?? null)
  const transfer = { company: ctx.company.id, bytes: media?.size }
  return transferFile(transfer, async () => {
    if (!isCurrent()) return 'offline'
    return media && ctx.company.services.mediaBucket ? sendFile(contextOf, item.messageId, media.id, send) : send()
  })
}

async function withDeadline<T>(work: Promise<T>, carries: keyof typeof answerMs): Promise<T> {
  let timer: Timer | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChannelError('uncertain', 'The channel did not answer')), answerMs[carries])
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}

function showTyping(ctx: CompanyContext, item: OutboxItem, channel: Channel) {
  const message = item.kind === 'message' ? findMessageRow(ctx, item.messageId) : undefined
  if (!message || message.connectionId === null || message.sendState !== 'queued') return
  const state = message.data?.file?.voiceNote ? 'recording' : 'composing'
  if (!throttle(ctx.company)(message.ticketId, state, ctx.now.getTime())) return
  try {
    void channel.setTyping?.(addressOf(ctx, message.ticketId, message.connectionId), state).catch(() => {})
  } catch {}
}

/** Sends once the bucket has the file, which stays on this machine meanwhile. */
async function sendFile(
  contextOf: () => CompanyContext,
  messageId: MessageId,
  mediaId: number,
  send: () => Promise<SendResult>,
): Promise<SendResult> {
  try {
    await uploadMedia(contextOf, mediaId)
    const media = findMedia(contextOf(), mediaId)
    using _file = media && (await openMedia(contextOf(), media))
    return await send()
  } catch (error) {
    const ctx = contextOf()
    // The bucket's own are logged when they begin and when they end.
    if (!(error instanceof BucketError))
      ctx.company.services.log.warn('A file waits to be sent', { company: ctx.company.id, message: messageId, error })
    awaitFile(ctx, messageId)
    return 'done'
  }
}
