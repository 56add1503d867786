import { asc, count, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import type { ChannelProvider, ChannelProviders } from '../channel/channel-provider'
import type { ChannelName } from '../channel/channel-rules.contract'
import { rowReader } from '../kernel/database/row-reader'
import { required } from '../kernel/errors'
import type { ConnectionId, QueueId } from '../kernel/ids'
import { ConnectionOptions } from './connection.contract'
import { connectionQueueTable, connectionTable } from './connection.tables'

export type Connection = typeof connectionTable.$inferSelect

/** The default first, then in creation order. */
export function listConnections(ctx: CompanyContext): Connection[] {
  const rows = ctx.db.select().from(connectionTable).orderBy(asc(connectionTable.id)).all()
  return rows.sort((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.id - b.id)
}

const byId = perCompany(({ sqlite }) => rowReader(sqlite, connectionTable, 'id = ?'))

export function findConnection(ctx: CompanyContext, id: ConnectionId): Connection | undefined {
  return byId(ctx.company)(id)
}

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

/** Returns what is needed for every message; undefined for an unknown connection. */
export function findConnectionFacts(ctx: CompanyContext, id: ConnectionId) {
  return facts(ctx.company).get(id) ?? undefined
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

const texts = perCompany(({ sqlite }) =>
  sqlite.prepare<{ rating: string; completion: string }, [number | null]>(
    'SELECT rating_message AS rating, complation_message AS completion FROM connection WHERE id = ?',
  ),
)

export function findConnectionTexts(ctx: CompanyContext, id: ConnectionId | null) {
  return texts(ctx.company).get(id) ?? undefined
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

const waits = perCompany(({ sqlite }) =>
  sqlite.prepare<{ expiresTicket: number; timeSendQueue: number; sendIdQueue: number | null }, [number | null]>(
    `SELECT ifnull(options ->> '$.expiresTicket', 0) AS expiresTicket, options ->> '$.sendIdQueue' AS sendIdQueue,
       ifnull(options ->> '$.timeSendQueue', 0) AS timeSendQueue
     FROM connection WHERE id = ?`,
  ),
)

export function findConnectionWaits(ctx: CompanyContext, id: ConnectionId | null) {
  return waits(ctx.company).get(id) ?? undefined
}

const twoQueues = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: QueueId }, [number]>(
    'SELECT queue_id AS id FROM connection_queue WHERE connection_id = ? LIMIT 2',
  ),
)

/** Returns the connection's only queue; undefined when it has several or none. Read for every message. */
export function findOnlyQueue(ctx: CompanyContext, id: ConnectionId): QueueId | undefined {
  const [only, second] = twoQueues(ctx.company).all(id)
  return second ? undefined : only?.id
}

export function listConnectionsOfQueue(ctx: CompanyContext, queueId: QueueId): ConnectionId[] {
  const rows = ctx.db.select().from(connectionQueueTable).where(eq(connectionQueueTable.queueId, queueId)).all()
  return rows.map((row) => row.connectionId)
}

const settingDeletion = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: ConnectionId }, [string]>(
    `SELECT id FROM connection WHERE options ->> '$.lgpdDeleteMessage' = ? ORDER BY id`,
  ),
)

/** Lists the connections with this value of their own choice about deleted messages. */
export function listConnectionsThatSetDeletion(ctx: CompanyContext, says: 'enabled' | 'disabled'): ConnectionId[] {
  return settingDeletion(ctx.company)
    .all(says)
    .map(({ id }) => id)
}
