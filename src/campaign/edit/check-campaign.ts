import { channelRules } from '../../channel/channel-rules.contract'
import { findConnection } from '../../connection/connection.queries'
import { findContactList } from '../../contact-list/contact-list.records'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { findQueue } from '../../queue/queue.queries'
import { findTag } from '../../tag/tag.queries'
import { findUser } from '../../user/user.queries'
import { filledConfirmations, filledMessages } from '../run/campaign-messages'
import type { Campaign } from '../campaign.queries'

type Checked = Omit<Campaign, 'id' | 'createdAt' | 'updatedAt'>

function refuseFields(fields: Record<string, string>) {
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
}

/** Refuses ids of missing records, at every save. @throws Refusal ERR_INVALID_INPUT with fields */
export function assertCampaign(ctx: CompanyContext, campaign: Partial<Checked>) {
  const { connectionId, contactListId, tagId, queueId, userId } = campaign
  const fields: Record<string, string> = {}
  const connection = connectionId ? findConnection(ctx, connectionId) : undefined
  if (!connection) fields['whatsappId'] = connectionId ? 'unknown' : 'required'
  else if (!channelRules[connection.channel].phoneNumbers) fields['whatsappId'] = 'noPhoneNumbers'
  if (contactListId && !findContactList(ctx, contactListId)) fields['contactListId'] = 'unknown'
  if (tagId && findTag(ctx, tagId)?.kanban !== false) fields['tagListId'] = 'unknown'
  if (contactListId && tagId) fields['tagListId'] = 'onlyOneSource'
  if (queueId && !findQueue(ctx, queueId)) fields['queueId'] = 'unknown'
  if (userId && !findUser(ctx, userId)) fields['userId'] = 'unknown'
  if (userId && !queueId) fields['queueId'] = 'required'
  refuseFields(fields)
}

/** Rejects a campaign that cannot be sent. @throws Refusal ERR_INVALID_INPUT with fields */
export function assertReady(ctx: CompanyContext, campaign: Checked) {
  assertCampaign(ctx, campaign)
  const fields: Record<string, string> = {}
  const { contactListId, tagId, sourceCampaignId, mediaId, confirmation } = campaign
  if (contactListId === null && tagId === null && sourceCampaignId === null) fields['contactListId'] = 'required'
  if (filledMessages(campaign).length === 0 && mediaId === null) fields['message1'] = 'required'
  if (confirmation && filledConfirmations(campaign).length === 0) fields['confirmationMessage1'] = 'required'
  refuseFields(fields)
}
