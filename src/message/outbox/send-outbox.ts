import { type Channel, ChannelError } from '../../channel/channel'
import type { CompanyContext } from '../../kernel/company-context'
import { perCompany } from '../../kernel/company-files'
import type { ConnectionId } from '../../kernel/ids'
import type { Log } from '../../kernel/log'
import { type OutboxItem, waitingInOutbox } from './waiting-items.view'
import { sendChange } from './send-change'
import { sendQueuedMessage } from './send-queued-message'
import type { SendResult } from './send-result'

export interface OutboxOptions {
  /** Waits between tries; a test gives its own. */
  wait?: (ms: number) => Promise<void>
  /** Calls the listener whenever something new waits; the answer ends that. */
  onWake?: (listener: () => void) => () => void
}

/**
 * `drained`: nothing waits. `offline`: the channel takes nothing now. `stuck`: it was given something and left in doubt what
 * became of it, so the session itself is in doubt and is to be opened anew.
 */
export type OutboxOutcome = 'drained' | 'offline' | 'stuck'

interface Sender {
  channel: Channel
  done: Promise<OutboxOutcome>
}

/** One sender a connection: two would send out of order, or twice. */
const senders = perCompany(() => new Map<ConnectionId, Sender>())
/** Resolves when nothing that an earlier sender handed to its channel is under way any more. */
const settling = perCompany(() => new Map<ConnectionId, Promise<unknown>>())

const backOffMs = [2_000, 5_000, 15_000, 60_000]
/** A channel that answers nothing for this long is not going to; a file takes its time to be uploaded. */
const answerMs = { words: 30_000, file: 600_000 }
/** Conversations that are served at once on one connection; of them, those that may be uploading a file. */
export const inFlightMax = 8
export const filesInFlightMax = 3
/** How far ahead is looked for a conversation that may be served, first and when the first look finds none. */
const lookAhead = [200, 5_000]

/**
 * Sends what waits on a connection until nothing waits or the channel takes no more: within a conversation in order and one
 * at a time, several conversations side by side. Call it when the connection is up; a call while one runs for the same
 * channel joins it. What an earlier run or process left half sent goes first, under its own id, so that the provider
 * recognises it.
 */
export async function sendOutbox(
  contextOf: () => CompanyContext,
  connectionId: ConnectionId,
  channel: Channel,
  options: OutboxOptions = {},
): Promise<OutboxOutcome> {
  const { company } = contextOf()
  const running = senders(company)
  const present = running.get(connectionId)
  // The running one looks again before it ends, so it also takes what this call is about.
  if (present?.channel === channel) return present.done
  const inFlight = new Map<string, Promise<void>>()
  const sender: Sender = { channel, done: Promise.resolve('drained') }
  const isCurrent = () => running.get(connectionId) === sender
  running.set(connectionId, sender)
  const end = () => void (isCurrent() && running.delete(connectionId))
  const { log } = company.services
  const run = { contextOf, connectionId, channel, isCurrent, end, inFlight, log, wait: Bun.sleep, ...options }
  // A reconnection brings a new channel: what the old one was doing ends first.
  const earlier = settling(company).get(connectionId) ?? Promise.resolve()
  sender.done = earlier.then(() => sendAll(run)).finally(end)
  const settled = sender.done.catch(() => {}).then(() => Promise.all(inFlight.values()))
  settling(company).set(connectionId, settled)
  return sender.done
}

interface Run extends OutboxOptions {
  contextOf: () => CompanyContext
  connectionId: ConnectionId
  channel: Channel
  isCurrent: () => boolean
  end: () => void
  /** By conversation. */
  inFlight: Map<string, Promise<void>>
  log: Log
  wait: (ms: number) => Promise<void>
}

async function sendAll(run: Run): Promise<OutboxOutcome> {
  const progress = createProgress(run)
  try {
    while (run.isCurrent()) {
      startItems(run, progress)
      if (run.inFlight.size === 0) {
        // In the same turn in which it saw that nothing waits: a call after this begins a sender of its own.
        run.end()
        return 'drained'
      }
      await progress.changed()
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

/** What has become of the items under way. */
function createProgress({ onWake }: Run) {
  let change = Promise.withResolvers<void>()
  const tries = new Map<string, number>()
  const stopListening = onWake?.(() => change.resolve())
  const progress = {
    outcome: undefined as OutboxOutcome | undefined,
    /** How long the provider is to be left alone. */
    pauseMs: 0,
    files: 0,
    async changed() {
      await change.promise
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

/** Starts the first item of each conversation that is not being served, as far as there are free slots. */
function startItems(run: Run, progress: Progress) {
  if (run.inFlight.size >= inFlightMax) return
  for (const most of lookAhead) {
    const items = waitingInOutbox(run.contextOf(), run.connectionId, most)
    const met = new Set<string>(run.inFlight.keys())
    for (const item of items) {
      if (met.has(item.conversation)) continue
      met.add(item.conversation)
      if (item.isFile && progress.files >= filesInFlightMax) continue
      start(run, progress, item)
      if (run.inFlight.size >= inFlightMax) return
    }
    if (items.length < most || run.inFlight.size > 0) return
  }
}

function start(run: Run, progress: Progress, item: OutboxItem) {
  const files = item.isFile ? 1 : 0
  progress.files += files
  const sending = sendItem(run, item)
    .catch((error: unknown): SendResult => {
      run.log.error('The outbox of a connection failed', { connection: run.connectionId, error })
      return 'offline'
    })
    .then((result) => {
      run.inFlight.delete(item.conversation)
      progress.files -= files
      progress.note(item, result)
    })
  run.inFlight.set(item.conversation, sending)
}

async function sendItem({ contextOf, channel }: Run, item: OutboxItem): Promise<SendResult> {
  return item.kind === 'message'
    ? sendQueuedMessage(contextOf, item.messageId, channel, withDeadline)
    : sendChange(contextOf, item, channel, withDeadline)
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
