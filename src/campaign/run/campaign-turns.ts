import { and, eq, gt, isNotNull, lt, max, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { channelRules } from '../../channel/channel-rules.contract'
import type { Connection } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { indexedBy } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId } from '../../kernel/ids'
import { findShipping, type Shipping } from '../campaign.queries'
import { campaignShippingTable, campaignTable } from '../campaign.tables'

/** A cancelled campaign stops soon. */
const inOutboxMax = 20
export const outboxMaxOf = ({ channel }: Pick<Connection, 'channel'>) =>
  Math.max(inOutboxMax, channelRules[channel].sendsMax)

const { id, connectionId, status, lastTurn, waiting, confirmed, sending } = campaignTable
const isRunning = eq(status, 'EM_ANDAMENTO')

const statements = {
  inTurn: statement((db, of: { connectionId: ConnectionId; outboxMax: number }) =>
    db
      .select({ id })
      .from(indexedBy(campaignTable, 'campaign_turn'))
      .where(
        and(
          eq(connectionId, of.connectionId),
          isRunning,
          gt(sql`${waiting} + ${confirmed}`, 0),
          lt(sending, of.outboxMax),
        ),
      )
      .orderBy(lastTurn, id),
  ),
  next: statement((db, of: Pick<Shipping, 'campaignId' | 'state'>) => {
    const { id, campaignId, state } = campaignShippingTable
    return db
      .select({ id })
      .from(campaignShippingTable)
      .where(and(eq(campaignId, of.campaignId), eq(state, of.state)))
      .orderBy(id)
      .limit(1)
  }),
  end: statement((db, of: { id: number }) => {
    const other = alias(campaignTable, 'other')
    const last = db
      .select({ turn: max(other.lastTurn) })
      .from(other)
      .where(and(eq(other.connectionId, connectionId), eq(other.status, 'EM_ANDAMENTO')))
    return db
      .update(campaignTable)
      .set({ lastTurn: sql`1 + ${last}` })
      .where(and(eq(id, of.id), isRunning, isNotNull(connectionId)))
  }),
}

export function findNext(ctx: CompanyContext, campaignId: number): Shipping | undefined {
  const { next } = statements
  const found = next.get(ctx, { campaignId, state: 'confirmed' }) ?? next.get(ctx, { campaignId, state: 'waiting' })
  return found && findShipping(ctx, found.id)
}

/** The provider is asked first. */
export function needsLookup({ channel }: Pick<Connection, 'channel'>, { isChecked, number }: Shipping) {
  return !isChecked && number !== '' && channelRules[channel].numberLookup === true
}

/** Campaigns that look up a number let others go first. */
export function findTurn(ctx: CompanyContext, connection: Connection): Shipping | undefined {
  const inTurn = statements.inTurn.all(ctx, { connectionId: connection.id, outboxMax: outboxMaxOf(connection) })
  for (const { id } of inTurn) {
    const next = findNext(ctx, id)
    if (next && !needsLookup(connection, next)) return next
  }
  return undefined
}

export function endTurn(ctx: CompanyContext, campaignId: number) {
  statements.end.run(ctx, { id: campaignId })
}
