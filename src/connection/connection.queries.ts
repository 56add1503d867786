import { asc, count, eq, sql, and, isNotNull } from 'drizzle-orm'
import * as v from 'valibot'
import type { CompanyContext } from '../kernel/company/company-context'
import type { ChannelProvider, ChannelProviders, SendFault } from '../channel/channel-provider'
import type { ChannelName } from '../channel/channel-rules.contract'
import { statement } from '../kernel/database/statement'
import { required, refuse } from '../kernel/errors'
import type { ConnectionId, QueueId } from '../kernel/ids'
import { ConnectionOptions } from './connection.contract'
import { connectionQueueTable, connectionTable, inboundEventTable } from './connection.tables'
import { type Actor, isAdmin } from '../kernel/company/actor'
import type { InboundErrorsView } from './session/whatsapp-session.calls'

export type Connection = typeof connectionTable.$inferSelect

/** The default first, then by creation. */
export function listConnections(ctx: CompanyContext): Connection[] {
  const rows = ctx.db.select().from(connectionTable).orderBy(asc(connectionTable.id)).all()
  return rows.sort((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.id - b.id)
}

interface ById {
  id: ConnectionId
}
const isOne = ({ id }: ById) => eq(connectionTable.id, id)

const byId = statement((db, of: ById) => db.select().from(connectionTable).where(isOne(of)))

export function findConnection(ctx: CompanyContext, id: ConnectionId): Connection | undefined {
  return byId.get(ctx, { id })
}

export function getConnection(ctx: CompanyContext, id: ConnectionId): Connection {
  return required(findConnection(ctx, id), 'ERR_NO_WAPP_FOUND')
}

export function findDefaultConnection(ctx: CompanyContext): Connection | undefined {
  return ctx.db.select().from(connectionTable).where(eq(connectionTable.isDefault, true)).get()
}

const { channel, groupAsTicket, ratingMessage, complationMessage, options } = connectionTable

const facts = statement((db, of: ById) => db.select({ channel, groupAsTicket }).from(connectionTable).where(isOne(of)))

export function findConnectionFacts(ctx: CompanyContext, id: ConnectionId) {
  return facts.get(ctx, { id })
}

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    providers: ChannelProviders
  }
}

export function findProvider(ctx: CompanyContext, id: ConnectionId): ChannelProvider | undefined {
  const channel = findConnectionFacts(ctx, id)?.channel
  return channel && ctx.company.services.ports.providers[channel]
}

export function findSendFault(ctx: CompanyContext, id: ConnectionId, error: string): SendFault | undefined {
  return findProvider(ctx, id)?.sendFaults?.[Number.parseInt(error, 10)]
}

export function hasHumanAgent(ctx: CompanyContext, id: ConnectionId | null): boolean {
  return (id !== null && findProvider(ctx, id)?.hasHumanAgent?.(ctx, id)) || false
}

export function hasPhone(ctx: CompanyContext, id: ConnectionId | null): boolean {
  return (id !== null && findProvider(ctx, id)?.hasPhone?.(ctx, id)) || false
}

const texts = statement((db, of: ById) =>
  db.select({ rating: ratingMessage, completion: complationMessage }).from(connectionTable).where(isOne(of)),
)

export function findConnectionTexts(ctx: CompanyContext, id: ConnectionId | null) {
  return id === null ? undefined : texts.get(ctx, { id })
}

export function countConnections(ctx: CompanyContext) {
  return ctx.db.select({ n: count() }).from(connectionTable).get()?.n ?? 0
}

export function listChannels(ctx: CompanyContext): ChannelName[] {
  const rows = ctx.db.selectDistinct({ channel: connectionTable.channel }).from(connectionTable).all()
  return rows.map(({ channel }) => channel)
}

const initialOptions = v.parse(ConnectionOptions, {})

/** Returns the bots' fields with defaults for older connections. Checked only when stored: every message reads them. */
export function optionsOf({ options }: Connection): ConnectionOptions {
  return { ...initialOptions, ...options }
}

const waits = statement((db, of: ById) =>
  db
    .select({
      expiresTicket: sql<number>`ifnull(${options} ->> '$.expiresTicket', 0)`,
      timeSendQueue: sql<number>`ifnull(${options} ->> '$.timeSendQueue', 0)`,
      sendIdQueue: sql<QueueId | null>`${options} ->> '$.sendIdQueue'`,
    })
    .from(connectionTable)
    .where(isOne(of)),
)

export function findConnectionWaits(ctx: CompanyContext, id: ConnectionId | null) {
  return id === null ? undefined : waits.get(ctx, { id })
}

const { connectionId, queueId } = connectionQueueTable

const twoQueues = statement((db, of: ById) =>
  db.select({ id: queueId }).from(connectionQueueTable).where(eq(connectionId, of.id)).limit(2),
)

/** Undefined with several or none. Read for every message. */
export function findOnlyQueue(ctx: CompanyContext, id: ConnectionId): QueueId | undefined {
  const [only, second] = twoQueues.all(ctx, { id })
  return second ? undefined : only?.id
}

export function listConnectionsOfQueue(ctx: CompanyContext, queueId: QueueId): ConnectionId[] {
  const rows = ctx.db.select().from(connectionQueueTable).where(eq(connectionQueueTable.queueId, queueId)).all()
  return rows.map((row) => row.connectionId)
}

const thatSetDeletion = statement((db, of: { says: string }) =>
  db
    .select({ id: connectionTable.id })
    .from(connectionTable)
    .where(eq(sql`${options} ->> '$.lgpdDeleteMessage'`, of.says))
    .orderBy(asc(connectionTable.id)),
)

export function listConnectionsThatSetDeletion(ctx: CompanyContext, says: 'enabled' | 'disabled'): ConnectionId[] {
  return thatSetDeletion.all(ctx, { says }).map(({ id }) => id)
}

export function canManageConnections(actor: Actor) {
  return isAdmin(actor) || actor.allowConnections
}

const shownMax = 100

export function listInboundErrors(ctx: CompanyContext, connectionId: ConnectionId): InboundErrorsView {
  getConnection(ctx, connectionId)
  if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const { id, error, attempts, retryAt, createdAt } = inboundEventTable
  const isOfConnection = eq(inboundEventTable.connectionId, connectionId)
  const rows = ctx.db
    .select({ id, error, attempts, retryAt, createdAt })
    .from(inboundEventTable)
    .where(and(isOfConnection, isNotNull(error)))
    .orderBy(asc(id))
    .limit(shownMax)
    .all()
  return {
    waiting: ctx.db.select({ n: count() }).from(inboundEventTable).where(isOfConnection).get()?.n ?? 0,
    errors: rows.map(({ error, retryAt, createdAt, ...row }) => ({
      ...row,
      error: error ?? '',
      retryAt: retryAt.toISOString(),
      createdAt: createdAt.toISOString(),
    })),
  }
}
