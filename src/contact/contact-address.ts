import type { Address } from '../channel/channel'
import type { CompanyContext } from '../kernel/company-context'
import type { ConnectionId } from '../kernel/ids'
import { type ContactRow, listIdentities } from './contact.queries'
import type { IdentityKind } from './contact.tables'

/** The name a provider gave itself is surer than a number, which may have changed hands. */
const order: readonly IdentityKind[] = ['page-scoped', 'group', 'phone', 'lid']

/** Where messages to the contact go on this connection; undefined when it cannot be reached there. */
export function findContactAddress(
  ctx: CompanyContext,
  contact: Pick<ContactRow, 'id' | 'number'>,
  connectionId: ConnectionId,
): Address | undefined {
  const identities = listIdentities(ctx, contact.id).filter(({ scope }) => scope === 0 || scope === connectionId)
  for (const kind of order) {
    const identity = identities.find((one) => one.kind === kind)
    // The key of a phone may hold a ninth digit that the provider's own form lacks.
    if (identity) return { kind, value: kind === 'phone' && contact.number ? contact.number : identity.value }
  }
  return undefined
}
