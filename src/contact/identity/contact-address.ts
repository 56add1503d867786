import type { Address } from '../../channel/channel'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId } from '../../kernel/ids'
import { type ContactRow, listIdentities } from '../contact.queries'
import type { IdentityKind } from '../contact.tables'

/** A provider's own id is more reliable than a number, which may change owners. */
const order: readonly IdentityKind[] = ['page-scoped', 'group', 'phone', 'lid']

/** Returns the address of the contact on the connection; undefined when it cannot be reached there. */
export function findContactAddress(
  ctx: CompanyContext,
  contact: Pick<ContactRow, 'id' | 'number'>,
  connectionId: ConnectionId,
): Address | undefined {
  const identities = listIdentities(ctx, contact.id).filter(({ scope }) => scope === 0 || scope === connectionId)
  for (const kind of order) {
    const identity = identities.find((one) => one.kind === kind)
    // The key of a phone may contain a ninth digit that the provider's form lacks.
    if (identity) return { kind, value: kind === 'phone' && contact.number ? contact.number : identity.value }
  }
  return undefined
}
