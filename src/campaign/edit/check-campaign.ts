import { type ChannelName, channelRules } from '../../channel/channel-rules.contract'
import { findConnection } from '../../connection/connection.queries'
import { findContactList } from '../../contact-list/contact-list.records'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { findQueue } from '../../queue/queue.queries'
import { findTag } from '../../tag/tag.queries'
import { findUser } from '../../user/user.queries'
import { findMedia } from '../../kernel/file/media-store'
import { templateFaults } from '../run/campaign-templates'
import { messageFieldNames } from '../campaign.contract'
import { filledConfirmations, filledMessages } from '../run/campaign-messages'
import { countCandidates } from '../run/candidates.view'
import type { Campaign } from '../campaign.queries'

type Checked = Omit<Campaign, 'id' | 'createdAt' | 'updatedAt'>

function refuseFields(fields: Record<string, string>) {
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
}

/**
 * Refuses ids of missing records, at every save. A campaign that has begun accepts only new texts, and continues if its
 * queue has been deleted since. @throws Refusal ERR_INVALID_INPUT that names the fields
 */
export function assertCampaign(ctx: CompanyContext, campaign: Partial<Checked>) {
  const { connectionId, contactListId, tagId, queueId, userId, startedAt } = campaign
  const fields: Record<string, string> = {}
  const connection = connectionId ? findConnection(ctx, connectionId) : undefined
  if (!connection) fields['whatsappId'] = connectionId ? 'unknown' : 'required'
  else if (!canStart(connection.channel)) fields['whatsappId'] = 'noPhoneNumbers'
  else Object.assign(fields, contentFaults(connection.channel, campaign))
  if (contactListId && !findContactList(ctx, contactListId)) fields['contactListId'] = 'unknown'
  if (tagId && findTag(ctx, tagId)?.kanban !== false) fields['tagListId'] = 'unknown'
  if (contactListId && tagId) fields['tagListId'] = 'onlyOneSource'
  if (queueId && !findQueue(ctx, queueId)) fields['queueId'] = 'unknown'
  if (userId && !findUser(ctx, userId)) fields['userId'] = 'unknown'
  if (userId && !queueId && !startedAt) fields['queueId'] = 'required'
  refuseFields(fields)
}

/** Whether the channel can write to contacts who have not written within its reply window. */
function canStart(channel: ChannelName) {
  const { phoneNumbers, replyWindowHours, templates } = channelRules[channel]
  return phoneNumbers && (replyWindowHours === undefined || templates === true)
}

/** Channels with templates send nothing else to contacts who have not written, and other channels send no templates. */
function contentFaults(channel: ChannelName, campaign: Partial<Checked>): Record<string, string> {
  const { templates = {} } = campaign
  const fields = channelRules[channel].templates
    ? messageFieldNames.filter((field) => campaign[field]?.trim() && !templates[field])
    : messageFieldNames.filter((field) => templates[field])
  const fault = channelRules[channel].templates ? 'templateRequired' : 'templateUnknown'
  return Object.fromEntries(fields.map((field) => [field, fault]))
}

/**
 * Rejects templates that cannot be sent, or with a file that does not belong to them.
 * @throws Refusal ERR_INVALID_INPUT that names the fields
 */
export function assertTemplates(ctx: CompanyContext, { connectionId, templates, mediaId, confirmation }: Checked) {
  const connection = connectionId === null ? undefined : findConnection(ctx, connectionId ?? 0)
  if (!connection || !channelRules[connection.channel].templates) return
  const sent = Object.entries(templates ?? {}).filter(([field]) => confirmation || !field.startsWith('confirmation'))
  const file = findMedia(ctx, mediaId ?? null)
  refuseFields(templateFaults(ctx, { connectionId: connection.id, templates: Object.fromEntries(sent), file }))
}

/**
 * Rejects a campaign that cannot be sent. One that has begun knows its recipients, also when their list or tag was
 * deleted since. @throws Refusal ERR_INVALID_INPUT that names the fields
 */
export function assertReady(ctx: CompanyContext, campaign: Checked) {
  assertCampaign(ctx, campaign)
  assertTemplates(ctx, campaign)
  const fields: Record<string, string> = {}
  const { contactListId, tagId, sourceCampaignId, mediaId, confirmation, startedAt } = campaign
  const hasSource = [contactListId, tagId, sourceCampaignId].some((id) => id !== null)
  if (!hasSource && startedAt === null) fields['contactListId'] = 'required'
  if (filledMessages(campaign).length === 0 && mediaId === null) fields['message1'] = 'required'
  if (confirmation && filledConfirmations(campaign).length === 0) fields['confirmationMessage1'] = 'required'
  refuseFields(fields)
}

/** @throws Refusal ERR_INVALID_INPUT when nobody would receive the campaign */
export function assertRecipients(ctx: CompanyContext, campaign: Campaign) {
  if (countCandidates(ctx, campaign) > 0) return
  refuseFields({ [campaign.tagId === null ? 'contactListId' : 'tagListId']: 'noRecipients' })
}
