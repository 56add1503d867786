import type { ChannelDriver, InboundEvent } from '../../channel/channel'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId } from '../../kernel/ids'
import { createConnectionInbox } from './connection-inbox'
import { createConnectionOutbox, type OutboxSender } from './connection-outbox'
import { createConnectionSession } from './connection-session'
import { type ConnectionEffect, type ConnectionInput, type ConnectionPolicy, stepConnection } from './connection-state'
import { readConnectionState, writeConnectionState } from './connection-state.store'
import type { Interpreter } from '../inbox/inbox'

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
  /** Forwards transient events, such as typing. */
  passOn(ctx: CompanyContext, connectionId: ConnectionId, event: InboundEvent): void
}

export type RunningConnection = ReturnType<typeof createRunningConnection>

export function createRunningConnection(options: RunningConnectionOptions) {
  const { connectionId, driver, context, policy, interpreter, sendOutbox } = options
  const { id: company, services } = context().company
  const { log } = services
  let state = readConnectionState(context(), connectionId)
  /** Fires the next attempt, or marks the connection as stable. */
  let timer: Timer | undefined
  let release: (() => void) | undefined
  let ended = false
  const session = createConnectionSession({
    create: (report) =>
      driver.open({
        connectionId,
        context,
        report,
        file: inbox.file,
        pass: (event) => options.passOn(context(), connectionId, event),
        historyWindow: inbox.historyWindow,
        historyFiled: inbox.historyFiled,
      }),
    isWanted: () => !ended && state.wanted,
    onReport: (report) => dispatch({ type: 'report', report }),
    onFailure,
  })
  const inbox = createConnectionInbox({
    connectionId,
    context,
    normalise: driver.normalise,
    interpreter,
    readHistory: () => session.channel?.readHistory(),
    onFailure,
  })
  const connectedChannel = () => (state.status === 'CONNECTED' ? session.channel : undefined)
  const outbox = createConnectionOutbox({
    connectionId,
    context,
    sendOutbox,
    connectedChannel,
    onFailure,
    onStuck(channel) {
      if (connectedChannel() !== channel) return
      log.warn('A session left a message in doubt and is opened anew', { company, connection: connectionId })
      session.abandon(channel, 'The provider did not confirm what was sent')
    },
  })

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
      onFailure('The state of a connection could not be written', error)
    }
  }

  function run(effect: ConnectionEffect) {
    switch (effect.type) {
      case 'open':
        return session.open()
      case 'close':
        return session.close(effect.logOut)
      case 'forget':
        return session.forget(() => {
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

  function onFailure(message: string, error: unknown) {
    log.error(message, { company, connection: connectionId, error })
  }

  return {
    get state() {
      return state
    },
    get channel() {
      return connectedChannel()
    },
    dispatch,
    wakeInbox: inbox.wake,
    wakeOutbox: outbox.wake,
    async requestPairingCode(number: string) {
      const code = await session.channel?.requestPairingCode(number)
      if (code) dispatch({ type: 'pairingCode', code })
      return code
    },
    settled: session.settled,
    /** Ends the session without unpairing, and all timers and loops. */
    async end() {
      dispatch({ type: 'paused' })
      ended = true
      clearTimeout(timer)
      const sent = outbox.end()
      await session.settled()
      await Promise.all([sent, inbox.end()])
      release?.()
      release = undefined
    },
  }
}
