import { type Channel, ChannelError } from '../../channel/channel'
import type { CompanyContext } from '../../kernel/company-context'
import { perCompany } from '../../kernel/company-files'
import type { ConnectionId } from '../../kernel/ids'
import { nextInOutbox, type OutboxItem } from './outbox.queries'
import { sendChange } from './send-change'
import { sendQueuedMessage } from './send-queued-message'
import type { SendResult } from './send-result'

export interface OutboxOptions {
  /** Waits between tries; a test gives its own. */
  wait?: (ms: number) => Promise<void>
}

/**
 * `drained`: nothing waits. `offline`: the channel takes nothing now. `stuck`: it was given something and left in doubt what
 * became of it, so the line itself is in doubt and is to be opened anew.
 */
export type OutboxOutcome = 'drained' | 'offline' | 'stuck'

interface Sender {
  channel: Channel
  done: Promise<OutboxOutcome>
}

/** One sender a connection: two would send out of order, or twice. */
const senders = perCompany(() => new Map<ConnectionId, Sender>())

const backOffMs = [2_000, 5_000, 15_000, 60_000]
/** A channel that answers nothing for this long is not going to; a file takes its time to be uploaded. */
const answerMs = { words: 30_000, file: 600_000 }

/**
 * Sends what waits on a connection, in order and one at a time, until nothing waits or the channel takes no more. Call it
 * when the connection is up and whenever `outboxWake` says so; a call while one runs for the same channel joins it.
 * What an earlier run or process left half sent goes first, under its own id, so that the provider knows it again.
 */
export async function sendOutbox(
  contextOf: () => CompanyContext,
  connectionId: ConnectionId,
  channel: Channel,
  options: OutboxOptions = {},
): Promise<OutboxOutcome> {
  const running = senders(contextOf().company)
  const present = running.get(connectionId)
  // The running one looks again before it ends, so it also takes what this call is about.
  if (present?.channel === channel) return present.done
  const sender: Sender = { channel, done: Promise.resolve('drained') }
  const isCurrent = () => running.get(connectionId) === sender
  running.set(connectionId, sender)
  // A reconnection brings a new channel: what the old one was doing ends first.
  const before = present?.done.catch(() => 'offline' as const) ?? Promise.resolve()
  const end = () => void (isCurrent() && running.delete(connectionId))
  const run = { contextOf, connectionId, channel, isCurrent, end, wait: options.wait ?? Bun.sleep }
  sender.done = before.then(() => drain(run))
  return sender.done
}

interface Run {
  contextOf: () => CompanyContext
  connectionId: ConnectionId
  channel: Channel
  isCurrent: () => boolean
  end: () => void
  wait: (ms: number) => Promise<void>
}

async function drain(run: Run): Promise<OutboxOutcome> {
  try {
    return await sendAll(run)
  } finally {
    run.end()
  }
}

async function sendAll(run: Run): Promise<OutboxOutcome> {
  let tries = 0
  let triedKey = ''
  while (run.isCurrent()) {
    const item = nextInOutbox(run.contextOf(), run.connectionId)
    if (!item) {
      // In the same turn in which it saw that nothing waits: a call after this begins a sender of its own.
      run.end()
      return 'drained'
    }
    const key = `${item.kind} ${item.kind === 'message' ? item.messageId : item.changeId}`
    tries = key === triedKey ? tries + 1 : 0
    triedKey = key
    const result = await sendItem(run, item)
    if (result === 'offline' || result === 'stuck') return result
    if (result === 'again') await run.wait(backOffMs[Math.min(tries, backOffMs.length - 1)] ?? 60_000)
  }
  return 'offline'
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
