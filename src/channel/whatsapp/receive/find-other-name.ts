import type { CompanyContext } from '../../../kernel/company/company-context'
import type { ConnectionId } from '../../../kernel/ids'
import type { Address } from '../../channel'
import { readRecord, type Sealer } from '../signal/auth-store'
import { lidCategory, reverse } from '../signal/lid-table'

/** Returns the person's other address from this connection's table, without asking the provider. */
export function findOtherName(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  { kind, value }: Address,
  sealer: Sealer,
): Address | undefined {
  if (kind !== 'phone' && kind !== 'lid') return undefined
  const id = kind === 'phone' ? value : `${value}${reverse}`
  const other = readRecord(ctx, { connectionId, sealer }, { category: lidCategory, id })
  return typeof other === 'string' ? { kind: kind === 'phone' ? 'lid' : 'phone', value: other } : undefined
}
