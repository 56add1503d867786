import { addListItem } from '../../contact-list/add-list-item'
import { planCheck } from '../../contact-list/check-list'
import { contactListRecords, findContactList, getContactList } from '../../contact-list/contact-list.record'
import { inBatches } from '../../kernel/company/batches'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { type ListFromReportBody, type Audience, audiences, unconfirmedReason } from '../campaign.contract'
import { getCampaign } from '../campaign.queries'
import { assertMayManageCampaigns } from '../edit/campaign-settings'
import { and, eq, gt, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import { asFlag } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { recordOf } from '../../kernel/typed-object.contract'
import { campaignShippingTable } from '../campaign.tables'

const recipientsAtOnce = 200
type Recipient = ReturnType<typeof readAudience>[number]

export async function makeListFromReport(ctx: CompanyContext, campaignId: number, body: ListFromReportBody) {
  assertMayManageCampaigns(ctx)
  getCampaign(ctx, campaignId)
  let listId: number | undefined
  await inBatches(ctx, {
    next(last: Recipient | undefined) {
      // @throws when somebody has deleted the list meanwhile
      if (listId !== undefined) getContactList(ctx, listId)
      return readAudience(ctx, body.audience, { campaignId, after: last?.id ?? 0, limit: recipientsAtOnce })
    },
    work({ isIn, name, number, email, extra }) {
      if (!isIn || number === '') return
      listId ??= contactListRecords.createFrom(ctx, { name: body.name }).id
      addListItem(ctx, listId, { name, number, email, extra })
    },
  })
  return listId === undefined ? refuse('ERR_INVALID_INPUT', { fields: { audience: 'nobody' } }) : finish(ctx, listId)
}

function finish(ctx: CompanyContext, listId: number) {
  return ctx.transaction(() => {
    if (findContactList(ctx, listId)) {
      recordEvent(ctx, 'contactListItems.changed', {}, { inListId: listId })
      planCheck(ctx, listId)
    }
    return contactListRecords.present(ctx, getContactList(ctx, listId))
  })
}

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

const readAudience = (ctx: CompanyContext, audience: Audience, part: Part) => statements[audience].all(ctx, part)
