import { eq } from 'drizzle-orm'
import type { Channel, ChannelDriver, ChannelHost, ChannelReport, InboundEvent } from '../channel/channel'
import type { CompanyContext } from '../kernel/company-context'
import type { ConnectionId } from '../kernel/ids'
import { type ConnectionEffect, type ConnectionInput, type ConnectionPolicy, stepConnection } from './connection-state'
import { readConnectionState, writeConnectionState } from './connection-state.store'
import { connectionTable } from './connection.tables'
import { drainInbox, fileInbound, type Interpreter, nextInboundAtMs } from './inbox'
import { drainHistory } from './drain-history'
import { hasHistoryNotices } from './history-notices'
import { createLoop } from './loop'
import { findMessageImport, isImporting } from './message-import.queries'

/** Sends what waits on a connection until nothing waits or the channel takes no more. */
export type OutboxSender = (
  contextOf: () => CompanyContext,
  connectionId: ConnectionId,
  channel: Channel,
  options: { wait(ms: number): Promise<void>; onWake(listener: () => void): () => void },
) => Promise<'drained' | 'offline' | 'stuck'>

export interface RunningConnectionOptions {
  connectionId: ConnectionId
  driver: ChannelDriver
  /** A fresh context of the company, its file held open. */
  context(): CompanyContext
  /** Keeps the company's file open until the answer is called. */
  pin(): () => void
  policy: ConnectionPolicy
  interpreter: Interpreter
  sendOutbox: OutboxSender
  /** What is worth nothing a moment later, such as typing. */
  passOn(ctx: CompanyContext, connectionId: ConnectionId, event: InboundEvent): void
}

export type RunningConnection = ReturnType<typeof createRunningConnection>

/** How long after a sender stopped it looks again by itself. */
const outboxPauseMs = { offline: 5_000, stuck: 5_000 }
const closeMsMax = 10_000
const idlePollMs = 30_000

/** One connection at work: its state, its session to the provider, its inbox and its outbox. */
export function createRunningConnection(options: RunningConnectionOptions) {
  const { connectionId, driver, context, policy, interpreter } = options
  const { id: company, services } = context().company
  const { log } = services
  let state = readConnectionState(context(), connectionId)
  let channel: Channel | undefined
  /** Of the next attempt, or of the moment when the connection has lasted. */
  let timer: Timer | undefined
  let release: (() => void) | undefined
  let ended = false
  const ending = Promise.withResolvers<void>()
  /** Opening and closing wait for each other: a session that is being closed must not be opened beneath it. */
  let sessionWork: Promise<void> = Promise.resolve()
  const inbox = createLoop(drain, (error) => report('The inbox of a connection failed', error))
  const history = createLoop(fileHistory, (error) => report('The past of a connection could not be filed', error))
  const outbox = createLoop(send, (error) => report('The outbox of a connection failed', error))

  function dispatch(input: ConnectionInput) {
    if (ended) return
    const step = stepConnection(state, input, policy)
    const before = state
    state = step.state
    if (step.effects.length > 0) clearTimeout(timer)
    if (state !== before) save()
    hold()
    for (const effect of step.effects) run(effect)
    if (state.status === 'CONNECTED') outbox.wake()
  }

  /** While it is wanted its company stays open; idle ones may close. */
  function hold() {
    if (state.wanted && !release) release = options.pin()
    if (!state.wanted && release) {
      release()
      release = undefined
    }
  }

  /** A file that cannot be written must not bring down what runs for others; the state in memory goes on. */
  function save() {
    try {
      writeConnectionState(context(), connectionId, state)
    } catch (error) {
      report('The state of a connection could not be written', error)
    }
  }

  function run(effect: ConnectionEffect) {
    switch (effect.type) {
      case 'open':
        return later(open)
      case 'close':
        return later(() => close(effect.logOut))
      case 'forget':
        return later(async () => {
          await close(false)
          const ctx = context()
          ctx.transaction(() => driver.forget(ctx, connectionId))
        })
      case 'retry':
        timer = setTimeout(() => dispatch({ type: 'retryDue' }), effect.afterMs)
        return
      case 'settle':
        timer = setTimeout(() => dispatch({ type: 'settled' }), effect.afterMs)
    }
  }

  function later(work: () => Promise<void>) {
    sessionWork = sessionWork
      .then(work)
      .catch((error: unknown) => report('A connection could not be opened or closed', error))
  }

  async function open() {
    if (channel || ended || !state.wanted) return
    const opened = driver.open({
      connectionId,
      context,
      report: (report) => hear(opened, report),
      file(payloads) {
        fileInbound(context(), connectionId, payloads)
        inbox.wake()
      },
      pass: (event) => options.passOn(context(), connectionId, event),
      past: wantedPast,
      historyFiled: history.wake,
    })
    channel = opened
    try {
      await opened.connect()
    } catch (error) {
      hear(opened, { type: 'closed', reason: 'lost', message: String(error) })
    }
  }

  /** What a session says that is no longer ours is of no interest. */
  function hear(from: Channel, report: ChannelReport) {
    if (channel !== from) return
    if (report.type === 'closed') channel = undefined
    dispatch({ type: 'report', report })
  }

  async function close(logOut: boolean) {
    const closing = channel
    channel = undefined
    if (closing) await end(closing, logOut)
  }

  /** A session that does not even end is left behind: the next one must not wait for it. */
  const end = (closing: Channel, logOut: boolean) =>
    Promise.race([closing.disconnect({ logOut }), Bun.sleep(closeMsMax)])

  /** It is there, but nobody knows what becomes of what it is given: it is given up, and the next one begins afresh. */
  function giveUp(from: Channel) {
    if (channel !== from || state.status !== 'CONNECTED') return
    log.warn('A session left a message in doubt and is opened anew', { company, connection: connectionId })
    later(() => end(from, false))
    hear(from, { type: 'closed', reason: 'lost', message: 'The provider did not confirm what was sent' })
  }

  const lastMessageAtMs = () => {
    const ctx = context()
    const columns = { at: connectionTable.lastMessageAt }
    const row = ctx.db.select(columns).from(connectionTable).where(eq(connectionTable.id, connectionId)).get()
    return row?.at.getTime() ?? 0
  }

  /** What an import asked for, as the connection stood when it did. */
  function wantedPast(): ReturnType<ChannelHost['past']> {
    const row = findMessageImport(context(), connectionId)
    if (!isImporting(row)) return { newAfterMs: lastMessageAtMs() }
    const wanted = { sinceMs: row.since.getTime(), untilMs: row.until.getTime(), groups: row.withGroups }
    return { newAfterMs: row.seenAt.getTime(), wanted }
  }

  async function fileHistory() {
    return drainHistory(context(), connectionId, driver.normalise, interpreter) > 0 ? 0 : undefined
  }

  async function drain(): Promise<number | undefined> {
    const ctx = context()
    if (drainInbox(ctx, connectionId, driver.normalise, interpreter) > 0) {
      if (hasHistoryNotices(ctx, connectionId)) channel?.readHistory()
      return 0
    }
    const nextMs = nextInboundAtMs(ctx, connectionId)
    return nextMs === undefined ? undefined : Math.max(1, nextMs - ctx.now.getTime())
  }

  /** A pause between two tries, which the end of the connection cuts short. */
  const wait = (ms: number) => Promise.race([Bun.sleep(ms), ending.promise])

  async function send(): Promise<number | undefined> {
    const sending = channel
    if (!sending || state.status !== 'CONNECTED') return undefined
    const outcome = await options.sendOutbox(context, connectionId, sending, { wait, onWake: outbox.onWake })
    if (outcome === 'stuck') giveUp(sending)
    return outcome === 'drained' ? idlePollMs : outboxPauseMs[outcome]
  }

  function report(message: string, error: unknown) {
    log.error(message, { company, connection: connectionId, error })
  }

  inbox.wake()
  history.wake()
  return {
    get state() {
      return state
    },
    /** The session, while it is connected. */
    get channel() {
      return state.status === 'CONNECTED' ? channel : undefined
    },
    dispatch,
    wakeInbox: inbox.wake,
    wakeOutbox: outbox.wake,
    async requestPairingCode(number: string) {
      const code = await channel?.requestPairingCode(number)
      if (code) dispatch({ type: 'pairingCode', code })
      return code
    },
    /** Resolves when what was begun on the session has ended. */
    settled: () => sessionWork,
    /** Ends the session without unpairing, and everything else with it. */
    async end() {
      dispatch({ type: 'paused' })
      ended = true
      ending.resolve()
      clearTimeout(timer)
      await sessionWork
      await Promise.all([inbox.end(), history.end(), outbox.end()])
      release?.()
      release = undefined
    },
  }
}
