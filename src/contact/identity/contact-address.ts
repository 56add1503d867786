import type { Address } from '../../channel/channel'
import { channelRules } from '../../channel/channel-rules.contract'
import { findConnectionFacts } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId } from '../../kernel/ids'
import { type ContactRow, listIdentities, scopeOf } from '../contact.queries'

/** Undefined when it cannot be reached there. */
export function findContactAddress(
  ctx: CompanyContext,
  contact: Pick<ContactRow, 'id' | 'number'>,
  connectionId: ConnectionId,
): Address | undefined {
  const channel = findConnectionFacts(ctx, connectionId)?.channel ?? 'whatsapp'
  const identities = listIdentities(ctx, contact.id)
  for (const kind of channelRules[channel].addressKinds) {
    const own = identities.filter((one) => one.kind === kind)
    const identity = own.find(({ scope }) => scope === scopeOf(ctx, kind, connectionId))
    // The key may have a ninth digit that the provider lacks.
    if (identity) return { kind, value: kind === 'phone' && contact.number ? contact.number : identity.value }
  }
  return undefined
}
