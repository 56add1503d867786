import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { type Audience, unconfirmedReason } from '../campaign.contract'

interface AudienceMember {
  id: number
  name: string
  number: string
  email: string
  extra: string
  isIn: 0 | 1
}

const written = 'coalesce(s.confirmation_message_id, s.message_id)'
/** Membership of an audience, as an SQL condition on a recipient. */
const conditions: Record<Audience, string> = {
  received: `s.state = 'sent'`,
  read: 's.seen_at IS NOT NULL',
  unread: `s.state = 'sent' AND s.seen_at IS NULL`,
  answered: 's.answered_at IS NOT NULL',
  unanswered: `${written} IS NOT NULL AND s.state <> 'failed' AND s.answered_at IS NULL`,
  confirmed: 's.confirmed_at IS NOT NULL',
  failed: `s.state = 'failed' AND s.reason <> '${unconfirmedReason}'`,
}

const statements = perCompany(({ sqlite }) => {
  const prepare = (audience: Audience) =>
    sqlite.prepare<AudienceMember, [number, number, number]>(
      `SELECT s.id, s.name, s.number, s.email, s.extra, ${conditions[audience]} AS isIn
       FROM campaign_shipping s WHERE s.campaign_id = ? AND s.id > ? ORDER BY s.id LIMIT ?`,
    )
  const known = new Map<Audience, ReturnType<typeof prepare>>()
  return (audience: Audience) => {
    const statement = known.get(audience) ?? prepare(audience)
    known.set(audience, statement)
    return statement
  }
})

/** Returns recipients with ids above the given one, and whether each belongs to the audience. */
export function readAudience(
  ctx: CompanyContext,
  campaignId: number,
  audience: Audience,
  after: number,
  limit: number,
): AudienceMember[] {
  return statements(ctx.company)(audience).all(campaignId, after, limit)
}
