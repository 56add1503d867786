import { channelRules } from '../../channel/channel-rules.contract'
import type { Connection } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { findShipping, type Shipping } from '../campaign.queries'

/** Running campaigns of a connection send one message each in turn, whichever of their steps runs first. */

/** Messages of one campaign that may wait for the provider, so that a cancelled one stops soon; more where more are sent at once. */
const inOutboxMax = 20
export const outboxMaxOf = ({ channel }: Pick<Connection, 'channel'>) =>
  Math.max(inOutboxMax, channelRules[channel].sendsMax)

const statements = perCompany(({ sqlite }) => ({
  inTurn: sqlite.prepare<{ id: number }, [number, number]>(
    `SELECT id FROM campaign INDEXED BY campaign_turn
     WHERE connection_id = ? AND status = 'EM_ANDAMENTO' AND waiting + confirmed > 0 AND sending < ?
     ORDER BY last_turn, id`,
  ),
  next: sqlite.prepare<{ id: number }, [number, string]>(
    'SELECT id FROM campaign_shipping WHERE campaign_id = ? AND state = ? ORDER BY id LIMIT 1',
  ),
  end: sqlite.prepare<unknown, [number]>(
    `UPDATE campaign SET last_turn = 1 + (SELECT max(last_turn) FROM campaign other
       WHERE other.connection_id = campaign.connection_id AND other.status = 'EM_ANDAMENTO')
     WHERE id = ? AND status = 'EM_ANDAMENTO' AND connection_id IS NOT NULL`,
  ),
}))

/** Returns the campaign's next recipient. Confirmed recipients come first. */
export function findNext(ctx: CompanyContext, campaignId: number): Shipping | undefined {
  const { next } = statements(ctx.company)
  const id = (next.get(campaignId, 'confirmed') ?? next.get(campaignId, 'waiting'))?.id
  return id === undefined ? undefined : findShipping(ctx, id)
}

/** Whether the provider must be asked if the number has an account before something is sent to it. */
export function needsLookup({ channel }: Pick<Connection, 'channel'>, { isChecked, number }: Shipping) {
  return !isChecked && number !== '' && channelRules[channel].numberLookup === true
}

/**
 * Returns the recipient whose turn it is on the connection. Campaigns that look up their next number let others go first.
 */
export function findTurn(ctx: CompanyContext, connection: Connection): Shipping | undefined {
  for (const { id } of statements(ctx.company).inTurn.all(connection.id, outboxMaxOf(connection))) {
    const next = findNext(ctx, id)
    if (next && !needsLookup(connection, next)) return next
  }
  return undefined
}

/** Puts the campaign behind the others of its connection. */
export function endTurn(ctx: CompanyContext, campaignId: number) {
  statements(ctx.company).end.run(campaignId)
}
