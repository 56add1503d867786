import { addListItem } from '../../contact-list/add-list-item'
import { planCheck } from '../../contact-list/check-list'
import { contactListRecords, findContactList, getContactList } from '../../contact-list/contact-list.record'
import { inBatches } from '../../kernel/company/batches'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { readAudience } from './audience.view'
import type { ListFromReportBody } from '../campaign.contract'
import { getCampaign } from '../campaign.queries'
import { assertMayManageCampaigns } from '../edit/campaign-settings'

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
