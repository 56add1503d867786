import { asc, count, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import type { ChannelName } from '../channel/channel-rules.contract'
import { required } from '../kernel/errors'
import type { ConnectionId, QueueId } from '../kernel/ids'
import { queueTable } from '../queue/queue.tables'
import { ConnectionOptions, type ConnectionPick } from './connection.contract'
import { connectionQueueTable, connectionTable } from './connection.tables'

export type Connection = typeof connectionTable.$inferSelect
export type ConnectionQueue = ConnectionPick['queues'][number]

/** The default first, then as they were made. */
export function listConnections(ctx: CompanyContext): Connection[] {
  const rows = ctx.db.select().from(connectionTable).orderBy(asc(connectionTable.id)).all()
  return rows.sort((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.id - b.id)
}

export function findConnection(ctx: CompanyContext, id: ConnectionId): Connection | undefined {
  return ctx.db.select().from(connectionTable).where(eq(connectionTable.id, id)).get()
}

/** @throws Refusal ERR_NO_WAPP_FOUND */
export function getConnection(ctx: CompanyContext, id: ConnectionId): Connection {
  return required(findConnection(ctx, id), 'ERR_NO_WAPP_FOUND')
}

export function findDefaultConnection(ctx: CompanyContext): Connection | undefined {
  return ctx.db.select().from(connectionTable).where(eq(connectionTable.isDefault, true)).get()
}

const facts = perCompany(({ sqlite }) =>
  sqlite.prepare<{ channel: ChannelName; groupAsTicket: number }, [number]>(
    'SELECT channel, group_as_ticket AS groupAsTicket FROM connection WHERE id = ?',
  ),
)

/** What is asked with every message; undefined for an unknown connection. */
export function findConnectionFacts(ctx: CompanyContext, id: ConnectionId) {
  return facts(ctx.company).get(id) ?? undefined
}

const texts = perCompany(({ sqlite }) =>
  sqlite.prepare<{ rating: string; completion: string }, [number | null]>(
    'SELECT rating_message AS rating, complation_message AS completion FROM connection WHERE id = ?',
  ),
)

/** What is sent when a ticket of the connection ends. */
export function findConnectionTexts(ctx: CompanyContext, id: ConnectionId | null) {
  return texts(ctx.company).get(id) ?? undefined
}

export function countConnections(ctx: CompanyContext) {
  return ctx.db.select({ n: count() }).from(connectionTable).get()?.n ?? 0
}

/** The automation's fields with their defaults, whenever the connection was made. */
export function optionsOf(connection: Connection): ConnectionOptions {
  return v.parse(ConnectionOptions, connection.options)
}

/** Queues of every connection, in the order of menus. */
export function listConnectionQueues(ctx: CompanyContext): Map<ConnectionId, ConnectionQueue[]> {
  const rows = ctx.db
    .select({
      connectionId: connectionQueueTable.connectionId,
      id: queueTable.id,
      name: queueTable.name,
      color: queueTable.color,
    })
    .from(connectionQueueTable)
    .innerJoin(queueTable, eq(queueTable.id, connectionQueueTable.queueId))
    .orderBy(asc(queueTable.orderQueue), asc(queueTable.id))
    .all()
  const byConnection = new Map<ConnectionId, ConnectionQueue[]>()
  for (const { connectionId, ...queue } of rows) {
    byConnection.set(connectionId, [...(byConnection.get(connectionId) ?? []), queue])
  }
  return byConnection
}

const queuesOfOne = perCompany(({ sqlite }) =>
  sqlite.prepare<ConnectionQueue, [number]>(
    `SELECT queue.id, queue.name, queue.color FROM connection_queue JOIN queue ON queue.id = connection_queue.queue_id
     WHERE connection_queue.connection_id = ? ORDER BY queue.order_queue, queue.id`,
  ),
)

/** The queues of one connection, in the order of menus. */
export function listQueuesOfConnection(ctx: CompanyContext, id: ConnectionId): ConnectionQueue[] {
  return queuesOfOne(ctx.company).all(id)
}

const twoQueues = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: QueueId }, [number]>(
    'SELECT queue_id AS id FROM connection_queue WHERE connection_id = ? LIMIT 2',
  ),
)

/** The connection's one queue; undefined when it has several, or none. Asked with every message. */
export function findOnlyQueue(ctx: CompanyContext, id: ConnectionId): QueueId | undefined {
  const [only, second] = twoQueues(ctx.company).all(id)
  return second ? undefined : only?.id
}

/** The connections that offer a queue. */
export function listConnectionsOfQueue(ctx: CompanyContext, queueId: QueueId): ConnectionId[] {
  const rows = ctx.db.select().from(connectionQueueTable).where(eq(connectionQueueTable.queueId, queueId)).all()
  return rows.map((row) => row.connectionId)
}
