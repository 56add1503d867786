import { eq } from 'drizzle-orm'
import type { Channel, ChannelDriver, ChannelHost, ChannelReport, InboundEvent } from '../channel/channel'
import type { CompanyContext } from '../kernel/company-context'
import type { ConnectionId } from '../kernel/ids'
import { type ConnectionEffect, type ConnectionInput, type ConnectionPolicy, stepConnection } from './connection-state'
import { readConnectionState, writeConnectionState } from './connection-state.store'
import { connectionTable } from './connection.tables'
import { drainInbox, fileInbound, type Interpreter, nextInboundAtMs, receiveInbound } from './inbox'
import { drainHistory } from './drain-history'
import { hasHistoryNotices } from './history-notices'
import { createLoop } from './loop'
import { findMessageImport, isImporting } from './message-import.queries'

/** Sends a connection's queued messages until none is left or the channel accepts no more. */
export type OutboxSender = (
  contextOf: () => CompanyContext,
  connectionId: ConnectionId,
  channel: Channel,
  options: {
    wait(ms: number): Promise<void>
    onWake(listener: () => void): () => void
    onDelayed(ms: number): void
  },
) => Promise<'drained' | 'offline' | 'stuck'>

export interface RunningConnectionOptions {
  connectionId: ConnectionId
  driver: ChannelDriver
  /** Returns a fresh context; the company's file stays open. */
  context(): CompanyContext
  /** Keeps the company's file open until the returned function is called. */
  pin(): () => void
  policy: ConnectionPolicy
  interpreter: Interpreter
  sendOutbox: OutboxSender
  /** Passes on transient events, such as typing. */
  passOn(ctx: CompanyContext, connectionId: ConnectionId, event: InboundEvent): void
}

export type RunningConnection = ReturnType<typeof createRunningConnection>

/** Delay before the outbox is checked again after its sender stopped. */
const outboxPauseMs = { offline: 5_000, stuck: 5_000 }
const closeMsMax = 10_000
const idlePollMs = 30_000

/** A running connection: its state, session, inbox and outbox. */
export function createRunningConnection(options: RunningConnectionOptions) {
  const { connectionId, driver, context, policy, interpreter } = options
  const { id: company, services } = context().company
  const { log } = services
  let state = readConnectionState(context(), connectionId)
  let channel: Channel | undefined
  /** For the next attempt, or until the connection counts as stable. */
  let timer: Timer | undefined
  let release: (() => void) | undefined
  let ended = false
  /** Nothing has been filed in this turn of the event loop. */
  let isAlone = true
  const ending = Promise.withResolvers<void>()
  /** Serialises opening and closing, so that a closing session is not reopened. */
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

  /** Keeps the company open while the connection is wanted. */
  function hold() {
    if (state.wanted && !release) release = options.pin()
    if (!state.wanted && release) {
      release()
      release = undefined
    }
  }

  /** A file that cannot be written must not affect other companies; the state in memory continues. */
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
      report: (report) => handleReport(opened, report),
      file,
      pass: (event) => options.passOn(context(), connectionId, event),
      historyWindow: requestedHistory,
      historyFiled: history.wake,
    })
    channel = opened
    try {
      await opened.connect()
    } catch (error) {
      handleReport(opened, { type: 'closed', reason: 'lost', message: String(error) })
    }
  }

  /** A single event is interpreted as it is filed; several are interpreted together, which costs less. */
  function file(payloads: readonly string[]) {
    const [payload, second] = payloads
    if (!payload) return
    if (isAlone && second === undefined) {
      isAlone = false
      setImmediate(() => (isAlone = true))
      if (receiveInbound(context(), connectionId, payload, driver.normalise, interpreter) === 'taken') return
    } else fileInbound(context(), connectionId, payloads)
    inbox.wake()
  }

  /** Ignores reports of a previous session. */
  function handleReport(from: Channel, report: ChannelReport) {
    if (channel !== from) return
    if (report.type === 'closed') channel = undefined
    dispatch({ type: 'report', report })
  }

  async function close(logOut: boolean) {
    const closing = channel
    channel = undefined
    if (closing) await end(closing, logOut)
  }

  /** A session that does not end is abandoned, because the next one must not wait for it. */
  const end = (closing: Channel, logOut: boolean) =>
    Promise.race([closing.disconnect({ logOut }), Bun.sleep(closeMsMax)])

  /** Abandons a session whose results are unknown and opens a new one. */
  function giveUp(from: Channel) {
    if (channel !== from || state.status !== 'CONNECTED') return
    log.warn('A session left a message in doubt and is opened anew', { company, connection: connectionId })
    later(() => end(from, false))
    handleReport(from, { type: 'closed', reason: 'lost', message: 'The provider did not confirm what was sent' })
  }

  const lastMessageAtMs = () => {
    const ctx = context()
    const columns = { at: connectionTable.lastMessageAt }
    const row = ctx.db.select(columns).from(connectionTable).where(eq(connectionTable.id, connectionId)).get()
    return row?.at.getTime() ?? 0
  }

  /** Returns what the current import wants of the history. */
  function requestedHistory(): ReturnType<ChannelHost['historyWindow']> {
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

  /** A delay that ends early when the connection ends. */
  const wait = (ms: number) => Promise.race([Bun.sleep(ms), ending.promise])

  async function send(): Promise<number | undefined> {
    const sending = channel
    if (!sending || state.status !== 'CONNECTED') return undefined
    let nextMs = idlePollMs
    const onDelayed = (ms: number) => void (nextMs = Math.min(nextMs, ms))
    const outcome = await options.sendOutbox(context, connectionId, sending, { wait, onWake: outbox.onWake, onDelayed })
    if (outcome === 'stuck') giveUp(sending)
    return outcome === 'drained' ? nextMs : outboxPauseMs[outcome]
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
    settled: () => sessionWork,
    /** Ends the session without unpairing, and all timers and loops. */
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
