import * as v from 'valibot'
import type { CampaignView } from '../../../src/campaign/campaign.calls'
import {
  type MessageFieldName,
  messageFieldNames,
  messageFieldsOf,
  ticketStatusChoices,
} from '../../../src/campaign/campaign.contract'
import { nameText } from '../../../src/kernel/text/name-text.contract'
import { TimeOfDay } from '../../../src/kernel/time/time-of-day.contract'
import { recordOf } from '../../../src/kernel/typed-object.contract'
import type { ApiClient } from '../../api/api-client'
import type { Format } from '../../i18n/format'
import { storedPath, type Uploads, withAttachmentError } from '../../records/attachment-upload'
import type { ChosenFile } from '../../ui/field/file-input'
import type { FormModel } from '../../ui/form/form'
import type { Choice } from '../../template/template-display'

const Id = v.nullable(v.number())
const Text = v.pipe(v.string(), v.maxLength(65_536, 'tooLong'))

/** The template of each message field, sent instead of its text. */
type TemplateChoices = { readonly [Field in MessageFieldName]?: Choice }

export const CampaignForm = v.object({
  name: nameText(2, 50),
  ...messageFieldsOf(Text),
  templates: v.custom<TemplateChoices>(() => true),
  confirmation: v.boolean(),
  contactListId: Id,
  tagListId: Id,
  whatsappId: v.pipe(Id, v.number('required')),
  attachment: v.nullable(v.custom<ChosenFile>(() => true)),
  /** Both empty: it waits to be started. */
  scheduledAt: v.pipe(
    v.object({ date: v.string(), time: v.union([v.literal(''), TimeOfDay], 'time') }),
    v.check(({ date, time }) => (date === '') === (time === ''), 'date'),
  ),
  openTicket: v.boolean(),
  statusTicket: v.picklist(ticketStatusChoices),
  queueId: Id,
  userId: Id,
})
export type CampaignValues = v.InferInput<typeof CampaignForm>
export type CampaignFormModel = FormModel<CampaignValues>

export function newCampaign(): CampaignValues {
  return {
    ...recordOf(messageFieldNames, () => ''),
    templates: {},
    name: '',
    confirmation: false,
    contactListId: null,
    tagListId: null,
    whatsappId: null,
    attachment: null,
    scheduledAt: { date: '', time: '' },
    openTicket: false,
    statusTicket: 'closed',
    queueId: null,
    userId: null,
  }
}

export function valuesOf(format: Format, campaign: CampaignView): CampaignValues {
  const { name, templates, confirmation, contactListId, tagListId, whatsappId, statusTicket, queueId, userId } =
    campaign
  const texts = Object.fromEntries(messageFieldNames.map((field) => [field, campaign[field]]))
  return {
    ...newCampaign(),
    ...texts,
    templates,
    name,
    confirmation,
    contactListId,
    tagListId,
    statusTicket,
    queueId,
    userId,
    whatsappId,
    attachment:
      campaign.mediaPath === null ? null : { name: campaign.mediaName ?? '', path: campaign.mediaPath, file: null },
    scheduledAt: campaign.scheduledAt === null ? { date: '', time: '' } : format.wallClock(campaign.scheduledAt),
    openTicket: campaign.openTicket === 'enabled',
  }
}

/** Without the file. Either templates or texts; a user needs a queue. */
export function bodyOf(values: CampaignValues, usesTemplates: boolean) {
  const { attachment, scheduledAt, openTicket, userId, ...same } = values
  return {
    ...same,
    ...contentOf(values, usesTemplates),
    userId: openTicket || same.queueId !== null ? userId : null,
    scheduledAt: scheduledAt.date === '' ? null : `${scheduledAt.date}T${scheduledAt.time}`,
    openTicket: openTicket ? ('enabled' as const) : ('disabled' as const),
  }
}

function contentOf(values: CampaignValues, usesTemplates: boolean) {
  return {
    ...recordOf(messageFieldNames, (name) => (usesTemplates ? '' : values[name])),
    templates: usesTemplates ? values.templates : {},
  }
}

interface SaveCampaignOptions {
  usesTemplates: boolean
  api: ApiClient
  campaign: CampaignView | undefined
  uploads: Uploads
}

/** Returns the campaign as it would be saved, with its file uploaded. @throws ApiError with the fields of the form */
export async function plannedCampaign(values: CampaignValues, { campaign, ...options }: SaveCampaignOptions) {
  return {
    ...bodyOf(values, options.usesTemplates),
    mediaPath: await uploadedPath(values, options),
    mediaName: values.attachment?.name ?? null,
    sourceCampaignId: campaign?.sourceCampaignId ?? null,
    campaignId: campaign?.id ?? null,
  }
}

async function uploadedPath({ attachment }: CampaignValues, { api, uploads }: Omit<SaveCampaignOptions, 'campaign'>) {
  try {
    return await storedPath(attachment, uploads, (form) => api.upload('/campaigns/media-upload', { form }))
  } catch (cause) {
    throw withAttachmentError(cause)
  }
}

/** The file first, so that the campaign never starts without it. @throws ApiError with the fields of the form */
export async function saveCampaign(values: CampaignValues, options: SaveCampaignOptions): Promise<CampaignView> {
  const { api, campaign, usesTemplates } = options
  const params = { id: campaign?.id ?? 0 }
  try {
    if (campaign?.status === 'CANCELADA') {
      const connection = campaign.whatsappId === null ? { whatsappId: values.whatsappId } : {}
      return await api.put('/campaigns/:id', { params, body: { ...contentOf(values, usesTemplates), ...connection } })
    }
    const body = { ...bodyOf(values, usesTemplates), mediaPath: await uploadedPath(values, options) }
    return await (campaign ? api.put('/campaigns/:id', { params, body }) : api.post('/campaigns', { body }))
  } catch (cause) {
    throw withAttachmentError(cause)
  }
}
