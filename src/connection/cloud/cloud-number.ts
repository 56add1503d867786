import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import '../connection.events'
import { cloudAccountTable } from './cloud-account.tables'
import type { Graph } from './graph-client'

/** What Meta says about a number. */
export interface CloudNumber {
  displayNumber: string
  /** Digits. */
  number: string
  verifiedName: string
  quality: string
  tier: string
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : '')

/** @throws GraphError */
export async function checkCloudNumber(graph: Graph, phoneNumberId: string): Promise<CloudNumber> {
  const fields = 'display_phone_number,verified_name,quality_rating,messaging_limit_tier,code_verification_status'
  const answer = await graph.get(encodeURIComponent(phoneNumberId), { fields })
  const displayNumber = textOf(answer['display_phone_number'])
  return {
    displayNumber,
    number: displayNumber.replace(/\D/g, ''),
    verifiedName: textOf(answer['verified_name']),
    quality: textOf(answer['quality_rating']),
    tier: textOf(answer['messaging_limit_tier']),
  }
}

export function saveCloudNumber(ctx: CompanyContext, connectionId: ConnectionId, found: CloudNumber) {
  const { number: _digits, ...facts } = found
  ctx.transaction(() => {
    ctx.db.update(cloudAccountTable).set(facts).where(eq(cloudAccountTable.connectionId, connectionId)).run()
    recordEvent(ctx, 'connection.updated', {}, { connectionId })
  })
}
