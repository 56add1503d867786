import { and, eq, exists, ne, or } from 'drizzle-orm'
import type { ChannelDrivers } from '../../channel/channel-driver'
import { isReadOnly } from '../../kernel/company/held-output'
import { type CompanyContext, createContext, freshContext } from '../../kernel/company/company-context'
import type { CompanyId, ConnectionId } from '../../kernel/ids'
import { nextTurn } from '../../kernel/company/batches'
import { isMuted } from '../../platform/company/mute-company'
import { listCompaniesThatMayConnect, setMayConnect } from '../../platform/connection-index/connection-hint'
import type { Platform } from '../../platform/platform'
import type { DriverPorts } from './channel-host'
import type { ConnectionControl, UnpairedLine } from './connection-control'
import { type ConnectionPolicy, defaultPolicy } from './connection-state'
import { findAbovePlan } from '../above-plan'
import { serverFull } from '../connection.contract'
import { connectionTable, inboundEventTable } from '../connection.tables'
import { historyMessageTable } from '../history/message-import.tables'
import type { Interpreter } from '../inbox/file-inbound'
import type { OutboxSender } from './connection-outbox'
import { refuse } from '../../kernel/errors'
import { createRunningConnection, type RunningConnection } from './running-connection'
import type { FreeSpace } from '../../kernel/file/free-space'

const everyMsDefault = 2000

interface FollowOptions {
  freeSpace: Pick<FreeSpace, 'state'>
  /** Ends all sessions without unpairing; the provider keeps what arrives meanwhile. */
  suspend(): Promise<void>
  resume(): Promise<void>
  onFailure(message: string, error: unknown): void
  everyMs?: number
}

export interface SupervisorOptions {
  platform: Platform
  drivers: ChannelDrivers
  interpreter: Interpreter
  sendOutbox: OutboxSender
  ports: DriverPorts
  policy?: Partial<ConnectionPolicy>
  startGapMs?: number
  spaceCheckMs?: number
}

export interface Supervisor extends ConnectionControl {
  boot(): Promise<void>
  wakeOutbox(companyId: CompanyId, connectionId: ConnectionId): void
  find(companyId: CompanyId, connectionId: ConnectionId): RunningConnection | undefined
  /** Ends a company's sessions, after which its file may be closed or deleted. */
  endCompany(companyId: CompanyId): Promise<void>
  stop(): Promise<void>
}

const startGapDefaultMs = 250
const handOverMs = 60_000

const outOfSpace = { type: 'closed', reason: 'lost', message: serverFull } as const

/** The only path between providers and companies. */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { drivers } = options
  const connections = createRunningConnections(options)
  const { ensure, find } = connections
  const { freeSpace, log } = options.platform
  const { suspend, resume } = connections
  const onFailure = (message: string, error: unknown) => log.error(message, { error })
  const space = followFreeSpace({ freeSpace, suspend, resume, onFailure, everyMs: options.spaceCheckMs })
  const ensureOpen: typeof ensure = (companyId, connectionId) => {
    if (isMuted(options.platform, companyId)) refuse('ERR_COMPANY_MUTED')
    return space.isSuspended() ? refuse('ERR_STORAGE_FULL') : ensure(companyId, connectionId)
  }

  return {
    boot() {
      space.check()
      return connections.boot()
    },
    start: (companyId, connectionId) => ensureOpen(companyId, connectionId)?.dispatch({ type: 'wanted' }),
    reopen(companyId, connectionId) {
      if (!space.isSuspended()) ensure(companyId, connectionId)?.dispatch({ type: 'reopened' })
    },
    renew: (companyId, connectionId) => ensureOpen(companyId, connectionId)?.dispatch({ type: 'renewed' }),
    close: (companyId, connectionId, error) => ensure(companyId, connectionId)?.close(error),
    leave: (companyId, connectionId) => ensure(companyId, connectionId)?.dispatch({ type: 'left' }),
    wakeInbox: (companyId, connectionId) => ensure(companyId, connectionId)?.wakeInbox(),
    requestPairingCode: async (companyId, connectionId, number) =>
      find(companyId, connectionId)?.requestPairingCode(number),
    async restart(companyId) {
      await connections.end(companyId)
      await connections.bootCompany(companyId)
    },
    remove: connections.remove,
    unpairCompany: connections.unpair,
    channel: (companyId, connectionId) => find(companyId, connectionId)?.channel,
    otherNames: (ctx, address) =>
      listConnections(ctx).flatMap(({ id, channel }) => drivers[channel]?.otherName?.(ctx, id, address) ?? []),
    addressBook(ctx, connectionId) {
      const channel = findConnection(ctx, connectionId)?.channel
      return (channel && drivers[channel]?.addressBook?.(ctx, connectionId)) ?? []
    },
    wakeOutbox: (companyId, connectionId) => find(companyId, connectionId)?.wakeOutbox(),
    find,
    endCompany: connections.end,
    async stop() {
      await space.stop()
      await connections.stop()
    },
  }
}

function createRunningConnections(options: SupervisorOptions) {
  const { platform, drivers, interpreter, sendOutbox, ports, startGapMs = startGapDefaultMs } = options
  const policy = { ...defaultPolicy, ...options.policy }
  const running = new Map<string, RunningConnection>()
  const keyOf = (companyId: CompanyId, connectionId: ConnectionId) => `${companyId}/${connectionId}`
  const { files } = platform
  let stopped = false
  let suspended = false

  const find = (companyId: CompanyId, connectionId: ConnectionId) => running.get(keyOf(companyId, connectionId))

  function ensure(companyId: CompanyId, connectionId: ConnectionId): RunningConnection | undefined {
    const known = find(companyId, connectionId)
    if (known || stopped || isMuted(platform, companyId)) return known
    const startedMs = performance.now()
    const context = freshContext(files, companyId)
    const row = findConnection(context(), connectionId)
    const driver = row && drivers[row.channel]
    if (!driver) return undefined
    const pin = () => files.pin(companyId)
    const isOwned = () => files.isOwned(companyId)
    const mayOpen = () => isOwned() && !isReadOnly(files.use(companyId))
    const isHandOver = () => policy.isHandOver() || (platform.node !== undefined && isOwned() && isNew(startedMs))
    const isAbovePlan = () => findAbovePlan(context(), { id: connectionId, channel: row.channel }) !== null
    const holder = { companyId, recordId: connectionId }
    const leave = (subscriptionId: string) => platform.names.accounts.leaveSubscription(subscriptionId, holder)
    const ownership = { policy: { ...policy, isAbovePlan, isHandOver }, mayOpen }
    const wiring = { ...ownership, interpreter, sendOutbox, ports, leaveSubscription: leave }
    const connection = createRunningConnection({ connectionId, driver, context, pin, ...wiring })
    setMayConnect(platform, companyId, true)
    running.set(keyOf(companyId, connectionId), connection)
    return connection
  }

  async function endAll() {
    const all = [...running.values()]
    running.clear()
    await Promise.all(all.map((connection) => connection.end()))
  }

  const { boot, bootCompany } = createBoot({
    platform,
    startGapMs,
    ensure,
    isStopped: () => stopped || suspended,
  })

  return {
    find,
    ensure,
    boot,
    bootCompany,
    async remove(companyId: CompanyId, connectionId: ConnectionId) {
      const isWanted = findConnection(createContext(files.use(companyId)), connectionId)?.wanted === true
      const connection = isWanted ? ensure(companyId, connectionId) : find(companyId, connectionId)
      await connection?.unpair({ connecting: isWanted })
      await connection?.end()
      running.delete(keyOf(companyId, connectionId))
    },
    async unpair(companyId: CompanyId): Promise<UnpairedLine[]> {
      await files.ready(companyId)
      const lines = listConnections(createContext(files.use(companyId)))
      return Promise.all(
        lines.map(async ({ id, channel, wanted }) => {
          const connection = wanted ? ensure(companyId, id) : undefined
          return { id, channel, loggedOut: (await connection?.unpair({ connecting: true })) ?? false }
        }),
      )
    },
    async end(companyId: CompanyId) {
      const own = [...running].filter(([key]) => key.startsWith(`${companyId}/`))
      for (const [key] of own) running.delete(key)
      await Promise.all(own.map(([, connection]) => connection.end()))
    },
    async suspend() {
      suspended = true
      for (const connection of running.values()) connection.dispatch({ type: 'report', report: outOfSpace })
      await endAll()
    },
    async resume() {
      suspended = false
      await boot()
    },
    async stop() {
      stopped = true
      await endAll()
    },
  }
}

/** The owner before may still connect once, until it learns that it is none. */
const isNew = (startedMs: number) => performance.now() - startedMs < handOverMs

interface BootOptions {
  platform: Platform
  startGapMs: number
  ensure(companyId: CompanyId, connectionId: ConnectionId): RunningConnection | undefined
  isStopped(): boolean
}

function createBoot({ platform, startGapMs, ensure, isStopped }: BootOptions) {
  async function bootCompany(companyId: CompanyId) {
    if (isMuted(platform, companyId) || !platform.files.isOwned(companyId)) return
    await platform.files.ready(companyId)
    if (isStopped()) return
    const rows = prepareForBoot(createContext(platform.files.use(companyId)))
    if (rows.length === 0) setMayConnect(platform, companyId, false)
    for (const row of rows) {
      if (isStopped()) return
      const connection = ensure(companyId, row.id)
      if (!row.wanted || !connection) continue
      connection.dispatch({ type: 'wanted' })
      await Bun.sleep(startGapMs)
    }
  }

  return {
    bootCompany,
    async boot() {
      for (const companyId of listCompaniesThatMayConnect(platform)) {
        if (isStopped()) return
        await nextTurn()
        try {
          await bootCompany(companyId)
        } catch (error) {
          platform.log.error('The connections of a company could not be started', { company: companyId, error })
        }
      }
    },
  }
}

function findConnection(ctx: CompanyContext, id: ConnectionId) {
  const columns = { channel: connectionTable.channel, wanted: connectionTable.wanted }
  return ctx.db.select(columns).from(connectionTable).where(eq(connectionTable.id, id)).get()
}

function listConnections(ctx: CompanyContext) {
  return ctx.db
    .select({ id: connectionTable.id, channel: connectionTable.channel, wanted: connectionTable.wanted })
    .from(connectionTable)
    .all()
}

/** Wanted ones, and those with filed events. Others that an earlier process left are set to disconnected. */
function prepareForBoot(ctx: CompanyContext) {
  const { id, wanted, status } = connectionTable
  const filed = [inboundEventTable, historyMessageTable].map((table) =>
    exists(ctx.db.select({ id: table.id }).from(table).where(eq(table.connectionId, id))),
  )
  const rows = ctx.db
    .select({ id, wanted, status })
    .from(connectionTable)
    .where(or(eq(wanted, true), ...filed))
    .all()
  ctx.db
    .update(connectionTable)
    .set({ status: 'DISCONNECTED', qrcode: '', pairingCode: '' })
    .where(and(eq(wanted, false), ne(status, 'DISCONNECTED')))
    .run()
  return rows
}

/** What cannot be stored must not be acknowledged; a provider repeats it to the next session. */
function followFreeSpace({ freeSpace, suspend, resume, onFailure, everyMs = everyMsDefault }: FollowOptions) {
  let isSuspended = false
  let work = Promise.resolve()

  function check() {
    const isFull = freeSpace.state() === 'full'
    if (isFull === isSuspended) return
    isSuspended = isFull
    work = work
      .then(isFull ? suspend : resume)
      .catch((error: unknown) => onFailure('The connections could not follow the free space', error))
  }

  const timer = setInterval(check, everyMs).unref()
  return {
    check,
    isSuspended: () => isSuspended,
    async stop() {
      clearInterval(timer)
      await work
    },
  }
}
