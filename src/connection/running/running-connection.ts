import type { ChannelReport } from '../../channel/channel'
import type { ChannelDriver } from '../../channel/channel-driver'
import type { CompanyContext } from '../../kernel/company/company-context'
import { isUnwritable } from '../../kernel/company/ownership'
import type { ConnectionId } from '../../kernel/ids'
import { createChannelHost, type DriverPorts } from './channel-host'
import { createConnectionInbox } from '../inbox/inbox'
import { createConnectionOutbox, type OutboxSender } from './connection-outbox'
import { createConnectionSession } from './connection-session'
import {
  type ConnectionEffect,
  type ConnectionInput,
  type ConnectionPolicy,
  type ConnectionState,
  initialState,
  stepConnection,
} from './connection-state'
import type { Interpreter } from '../inbox/file-inbound'
import { eq } from 'drizzle-orm'
import { recordEvent } from '../../kernel/event/event-log'
import { keysOf } from '../../kernel/typed-object.contract'
import { connectionTable } from '../connection.tables'

interface RunningConnectionOptions {
  connectionId: ConnectionId
  driver: ChannelDriver
  context(): CompanyContext
  /** Keeps the file open until the returned function is called. */
  pin(): () => void
  policy: ConnectionPolicy
  interpreter: Interpreter
  sendOutbox: OutboxSender
  ports: DriverPorts
  leaveSubscription(subscriptionId: string): Promise<boolean>
  /** Whether this process may use the account now: another node might. */
  mayOpen(): boolean
}

const unpairMsMax = 10_000
const isConnecting = ({ status, wanted }: ConnectionState) => wanted && status !== 'CONNECTED' && status !== 'qrcode'

export type RunningConnection = ReturnType<typeof createRunningConnection>

export function createRunningConnection(options: RunningConnectionOptions) {
  const { connectionId, context, policy } = options
  const onFailure = failureLog(options)
  let state = readConnectionState(context(), connectionId)
  let ended = false
  let attempted = Promise.withResolvers<void>()
  const pin = createPin(options.pin)
  const { session, inbox, outbox, connectedChannel } = createTransport(options, {
    state: () => state,
    isWanted: () => !ended && state.wanted,
    onReport: (report) => dispatch({ type: 'report', report }),
    onFailure,
  })
  const effects = createEffects(session, { forget: () => forgetCredentials(options), dispatch })

  function dispatch(input: ConnectionInput) {
    if (ended) return
    const step = stepConnection(state, input, policy)
    const before = state
    state = step.state
    if (step.effects.length > 0) effects.cancelTimer()
    if (state !== before) saveState(options, state, onFailure)
    pin.set(state.wanted)
    for (const effect of step.effects) effects.run(effect)
    if (state.status === 'CONNECTED') outbox.wake()
    if (!isConnecting(state)) attempted.resolve()
  }

  return {
    get state() {
      return state
    },
    get channel() {
      return connectedChannel()
    },
    dispatch,
    close(message: string) {
      dispatch({ type: 'report', report: { type: 'closed', reason: 'unusable', message } })
      session.close({ logOut: false })
    },
    wakeInbox: inbox.wake,
    wakeOutbox: outbox.wake,
    async requestPairingCode(number: string) {
      const code = await session.channel?.requestPairingCode?.(number)
      if (code) dispatch({ type: 'pairingCode', code })
      return code
    },
    settled: session.settled,
    /** Returns whether the provider could be told. `connecting`: also if not connected, as the device would stay on the phone. */
    async unpair({ connecting }: { connecting: boolean }): Promise<boolean> {
      if (connecting && state.number !== '' && !connectedChannel()) {
        attempted = Promise.withResolvers<void>()
        dispatch({ type: 'reopened' })
        await Promise.race([attempted.promise, Bun.sleep(unpairMsMax)])
      }
      const isTold = connectedChannel() !== undefined
      dispatch({ type: 'left' })
      await session.settled()
      return isTold
    },
    async end() {
      dispatch({ type: 'paused' })
      ended = true
      effects.cancelTimer()
      const sent = outbox.end()
      await session.settled()
      await Promise.all([sent, inbox.end()])
      pin.set(false)
    },
  }
}

interface EffectsOptions {
  forget(): Promise<void>
  dispatch(input: ConnectionInput): void
}

function createEffects(session: ReturnType<typeof createConnectionSession>, { forget, dispatch }: EffectsOptions) {
  let timer: Timer | undefined
  return {
    run(effect: ConnectionEffect) {
      if (effect.type === 'open') session.open()
      else if (effect.type === 'close') session.close({ logOut: effect.logOut })
      else if (effect.type === 'forget') session.forget(forget)
      else if (effect.type === 'retry') timer = setTimeout(() => dispatch({ type: 'retryDue' }), effect.afterMs)
      else timer = setTimeout(() => dispatch({ type: 'settled' }), effect.afterMs)
    },
    cancelTimer: () => clearTimeout(timer),
  }
}

interface TransportListener {
  state(): ConnectionState
  isWanted(): boolean
  onReport(report: ChannelReport): void
  onFailure(message: string, error: unknown): void
}

function createTransport(
  options: RunningConnectionOptions,
  { state, isWanted, onReport, onFailure }: TransportListener,
) {
  const { connectionId, driver, context, interpreter, sendOutbox } = options
  const session = createConnectionSession({
    create: (report) => driver.open(createChannelHost({ connectionId, context, ports: options.ports, inbox, report })),
    isWanted,
    mayOpen: options.mayOpen,
    onReport,
    onFailure,
  })
  const inbox = createConnectionInbox({
    connectionId,
    context,
    normalise: driver.normalise,
    interpreter,
    readHistory: () => session.channel?.readHistory?.(),
    onFailure,
  })
  const connectedChannel = () => (state().status === 'CONNECTED' ? session.channel : undefined)
  const outbox = createConnectionOutbox({
    connectionId,
    context,
    sendOutbox,
    connectedChannel,
    onFailure,
    onStuck(channel) {
      if (connectedChannel() !== channel) return
      const { id: company, services } = context().company
      services.log.warn('A session left a message unconfirmed and is reopened', { company, connection: connectionId })
      session.abandon(channel, 'The provider did not confirm what was sent')
    },
  })
  return { session, inbox, outbox, connectedChannel }
}

function createPin(pin: () => () => void) {
  let release: (() => void) | undefined
  return {
    set(isPinned: boolean) {
      if (isPinned) release ??= pin()
      else {
        release?.()
        release = undefined
      }
    },
  }
}

/** The state in memory continues. */
function saveState(
  { context, connectionId }: RunningConnectionOptions,
  state: ConnectionState,
  onFailure: (message: string, error: unknown) => void,
) {
  try {
    writeConnectionState(context(), connectionId, state)
  } catch (error) {
    onFailure('The state of a connection could not be written', error)
  }
}

async function forgetCredentials({ context, connectionId, driver, leaveSubscription }: RunningConnectionOptions) {
  await driver.forget(context(), connectionId, leaveSubscription)
}

function failureLog({ context, connectionId }: RunningConnectionOptions) {
  const { id: company, services } = context().company
  return (message: string, error: unknown) => {
    if (!isUnwritable(error)) services.log.error(message, { company, connection: connectionId, error })
  }
}

/** The account's data still applies. */
function readConnectionState(ctx: CompanyContext, id: ConnectionId): ConnectionState {
  const row = ctx.db.select().from(connectionTable).where(eq(connectionTable.id, id)).get()
  if (!row) return initialState
  const { status, qrcode, pairingCode, lastError, number, lid, retries, retryAt } = row
  return { ...initialState, status, qrcode, pairingCode, lastError, number, lid, retries, retryAt }
}

/** Compares with the row: an older release may have written it. */
function writeConnectionState(ctx: CompanyContext, id: ConnectionId, state: ConnectionState) {
  const shown = shownOf(state)
  const row = ctx.db.select().from(connectionTable).where(eq(connectionTable.id, id)).get()
  if (!row || keysOf(shown).every((name) => row[name] === shown[name])) return
  ctx.transaction(() => {
    ctx.db
      .update(connectionTable)
      .set({ ...shown, updatedAt: ctx.now })
      .where(eq(connectionTable.id, id))
      .run()
    const error = state.lastError ? { error: state.lastError } : {}
    recordEvent(ctx, 'connection.statusChanged', {}, { connectionId: id, status: state.status, ...error })
  })
}

function shownOf({ codesShown: _codesShown, restarts: _restarts, failures: _failures, ...shown }: ConnectionState) {
  return shown
}
