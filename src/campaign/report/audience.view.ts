import { and, eq, gt, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { asFlag } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { recordOf } from '../../kernel/typed-object.contract'
import { type Audience, audiences, unconfirmedReason } from '../campaign.contract'
import { campaignShippingTable } from '../campaign.tables'

const { id, name, number, email, extra, campaignId, state, reason, seenAt, answeredAt } = campaignShippingTable
const { messageId, confirmationMessageId, confirmedAt } = campaignShippingTable

const isWritten = or(isNotNull(confirmationMessageId), isNotNull(messageId))

const conditions: Record<Audience, SQL | undefined> = {
  received: eq(state, 'sent'),
  read: isNotNull(seenAt),
  unread: and(eq(state, 'sent'), isNull(seenAt)),
  answered: isNotNull(answeredAt),
  unanswered: and(isWritten, ne(state, 'failed'), isNull(answeredAt)),
  confirmed: isNotNull(confirmedAt),
  failed: and(eq(state, 'failed'), ne(reason, unconfirmedReason)),
}

type Part = { campaignId: number; after: number; limit: number }

const statements = recordOf(audiences, (audience) =>
  statement((db, of: Part) =>
    db
      .select({ id, name, number, email, extra, isIn: asFlag(conditions[audience]) })
      .from(campaignShippingTable)
      .where(and(eq(campaignId, of.campaignId), gt(id, of.after)))
      .orderBy(id)
      .limit(of.limit),
  ),
)

export const readAudience = (ctx: CompanyContext, audience: Audience, part: Part) => statements[audience].all(ctx, part)
