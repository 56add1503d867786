import { type ChannelName, channelRules } from '../../channel/channel-rules.contract'
import { findConnection } from '../../connection/connection.queries'
import { findContactList } from '../../contact-list/contact-list.record'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { findQueue } from '../../queue/queue.queries'
import { findTag } from '../../tag/tag.queries'
import { findUser } from '../../user/user.queries'
import { findMedia } from '../../kernel/file/media-store'
import { templateFaults } from '../run/campaign-templates'
import { type MessageFieldName, messageFieldNames } from '../campaign.contract'
import { filledConfirmations, filledMessages } from '../run/campaign-messages'
import { type CampaignSource, countCandidates } from '../run/candidates.view'
import type { Campaign } from '../campaign.queries'

type Checked = Pick<
  Campaign,
  | (MessageFieldName | 'templates' | 'confirmation' | 'connectionId' | 'mediaId' | 'queueId' | 'userId')
  | (keyof CampaignSource & keyof Campaign)
  | ('startedAt' | 'isExpanded' | 'expandedTo')
>
type Faults = Record<string, string>

function refuseFields(fields: Faults) {
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
}

/** At every save. One that has begun may have lost its queue. @throws Refusal ERR_INVALID_INPUT naming the fields */
export function assertCampaign(ctx: CompanyContext, campaign: Partial<Checked>) {
  refuseFields(campaignFaults(ctx, campaign))
}

function campaignFaults(ctx: CompanyContext, campaign: Partial<Checked>): Faults {
  const { connectionId, contactListId, tagId, queueId, userId, startedAt } = campaign
  const fields: Faults = {}
  const connection = connectionId ? findConnection(ctx, connectionId) : undefined
  if (!connection) fields['whatsappId'] = connectionId ? 'unknown' : 'required'
  else if (!channelRules[connection.channel].phoneNumbers) fields['whatsappId'] = 'noPhoneNumbers'
  else Object.assign(fields, contentFaults(connection.channel, campaign))
  if (contactListId && !findContactList(ctx, contactListId)) fields['contactListId'] = 'unknown'
  if (tagId && findTag(ctx, tagId)?.kanban !== false) fields['tagListId'] = 'unknown'
  if (contactListId && tagId) fields['tagListId'] = 'onlyOneSource'
  if (queueId && !findQueue(ctx, queueId)) fields['queueId'] = 'unknown'
  if (userId && !findUser(ctx, userId)) fields['userId'] = 'unknown'
  if (userId && !queueId && !startedAt) fields['queueId'] = 'required'
  return fields
}

/** Templates only, or no templates, by channel. */
function contentFaults(channel: ChannelName, campaign: Partial<Checked>): Faults {
  const { templates = {} } = campaign
  const fields = channelRules[channel].templates
    ? messageFieldNames.filter((field) => campaign[field]?.trim() && !templates[field])
    : messageFieldNames.filter((field) => templates[field])
  const fault = channelRules[channel].templates ? 'templateRequired' : 'templateUnknown'
  return Object.fromEntries(fields.map((field) => [field, fault]))
}

/** Also a file that is not theirs. @throws Refusal ERR_INVALID_INPUT naming the fields */
export function assertTemplates(ctx: CompanyContext, campaign: Checked) {
  refuseFields(sentTemplateFaults(ctx, campaign))
}

function sentTemplateFaults(ctx: CompanyContext, { connectionId, templates, mediaId, confirmation }: Checked): Faults {
  const connection = connectionId === null ? undefined : findConnection(ctx, connectionId)
  if (!connection || !channelRules[connection.channel].templates) return {}
  const sent = Object.entries(templates).filter(([field]) => confirmation || !field.startsWith('confirmation'))
  const file = findMedia(ctx, mediaId)
  return templateFaults(ctx, { connectionId: connection.id, templates: Object.fromEntries(sent), file })
}

/** One that has begun knows its recipients. @throws Refusal ERR_INVALID_INPUT naming the fields */
export function assertReady(ctx: CompanyContext, campaign: Checked) {
  refuseFields(readyFaults(ctx, campaign))
}

export function readyFaults(ctx: CompanyContext, campaign: Checked): Faults {
  const fields: Faults = {}
  const { mediaId, confirmation, startedAt } = campaign
  if (!hasSource(campaign) && startedAt === null) fields['contactListId'] = 'required'
  if (filledMessages(campaign).length === 0 && mediaId === null) fields['message1'] = 'required'
  if (confirmation && filledConfirmations(campaign).length === 0) fields['confirmationMessage1'] = 'required'
  return { ...campaignFaults(ctx, campaign), ...sentTemplateFaults(ctx, campaign), ...fields }
}

const hasSource = ({ contactListId, tagId, sourceCampaignId }: CampaignSource) =>
  contactListId !== null || tagId !== null || sourceCampaignId !== null

export function assertCanStart(ctx: CompanyContext, campaign: Checked) {
  refuseFields(startFaults(ctx, campaign))
}

export function startFaults(ctx: CompanyContext, campaign: Checked): Faults {
  const faults = readyFaults(ctx, campaign)
  const source = campaign.tagId === null ? 'contactListId' : 'tagListId'
  const isDetermined = campaign.startedAt !== null && (campaign.isExpanded || campaign.expandedTo > 0)
  if (isDetermined || !hasSource(campaign) || faults[source] || countCandidates(ctx, campaign).recipients > 0) {
    return faults
  }
  return { ...faults, [source]: 'noRecipients' }
}
