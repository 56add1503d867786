import * as v from 'valibot'
import { Charge } from '../channel/charges.contract'
import { channelNames, channelRules } from '../channel/channel-rules.contract'
import { ContactListView } from '../contact-list/contact-list.record'
import { defineCalls, Done, recordPage } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'
import {
  CampaignBody,
  CampaignSettingsBody,
  campaignStatuses,
  ConnectionLimitBody,
  GetCampaignQuery,
  leftOutReasons,
  ListCampaignsQuery,
  ListFromReportBody,
  ListRecipientsQuery,
  messageFieldsOf,
  PreviewCampaignBody,
  SendTestBody,
  shippingStates,
  stopReasons,
  ticketStatusChoices,
  UpdateCampaignBody,
  waitReasons,
} from './campaign.contract'

const Named = v.nullable(v.object({ id: v.number(), name: v.string() }))
const Time = v.nullable(v.string())
const OptionalId = v.nullable(v.number())
const TemplateChoiceView = v.object({
  name: v.string(),
  language: v.string(),
  values: v.record(v.string(), v.string()),
})

export const CampaignView = v.object({
  id: v.number(),
  companyId: v.number(),
  name: v.string(),
  message1: v.string(),
  message2: v.string(),
  message3: v.string(),
  message4: v.string(),
  message5: v.string(),
  confirmationMessage1: v.string(),
  confirmationMessage2: v.string(),
  confirmationMessage3: v.string(),
  confirmationMessage4: v.string(),
  confirmationMessage5: v.string(),
  templates: v.object(messageFieldsOf(v.optional(TemplateChoiceView))),
  confirmation: v.boolean(),
  status: v.picklist(campaignStatuses),
  stopReason: v.picklist(stopReasons),
  stopDetail: v.string(),
  scheduledAt: Time,
  startedAt: Time,
  completedAt: Time,
  contactListId: OptionalId,
  contactList: Named,
  tagListId: OptionalId,
  tagList: Named,
  /** The campaign whose failed recipients receive this one. */
  sourceCampaignId: OptionalId,
  whatsappId: OptionalId,
  whatsapp: Named,
  userId: OptionalId,
  user: Named,
  queueId: OptionalId,
  queue: Named,
  openTicket: v.picklist(['enabled', 'disabled']),
  statusTicket: v.picklist(ticketStatusChoices),
  mediaPath: Time,
  mediaName: Time,
  /** False if running, ended, or within an hour of its start. */
  isEditable: v.boolean(),
  /** The provider warned its connection of too many messages. Its campaigns wait until one is restarted. */
  isWarned: v.boolean(),
  waitReason: v.picklist(waitReasons),
  waitUntil: Time,
  sharesWith: v.array(v.object({ id: v.number(), name: v.string() })),
  isExpanded: v.boolean(),
  /** Recipients, without those excluded from the beginning. */
  validCount: v.number(),
  leftOutCount: v.number(),
  endedCount: v.number(),
  sentCount: v.number(),
  failedCount: v.number(),
  excludedCount: v.number(),
  expiredCount: v.number(),
  confirmationsRequestedCount: v.number(),
  confirmationsCount: v.number(),
  deliveredCount: v.number(),
  seenCount: v.number(),
  /** Recipients who wrote after its last message, before another campaign's. */
  answeredCount: v.number(),
  optedOutCount: v.number(),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type CampaignView = v.InferOutput<typeof CampaignView>

export const RecipientView = v.object({
  id: v.number(),
  name: v.string(),
  number: v.string(),
  contactId: OptionalId,
  messageNo: v.number(),
  state: v.picklist(shippingStates),
  /** The product's, an error code, or the provider's message. */
  reason: v.string(),
  confirmationRequestedAt: Time,
  confirmedAt: Time,
  sentAt: Time,
  deliveredAt: Time,
  seenAt: Time,
  answeredAt: Time,
  optedOutAt: Time,
})
export type RecipientView = v.InferOutput<typeof RecipientView>

const CampaignWithShipping = v.object({
  ...CampaignView.entries,
  finishesAt: Time,
  remainingCount: v.number(),
  /** Failed, but perhaps received. */
  unconfirmedCount: v.number(),
  /** Empty on channels without prices. */
  charges: v.array(Charge),
  shipping: v.optional(v.array(RecipientView)),
  hasMore: v.optional(v.boolean()),
})

const CampaignPreview = v.object({
  faults: v.record(v.string(), v.string()),
  contactList: Named,
  tagList: Named,
  whatsapp: v.nullable(v.object({ id: v.number(), name: v.string(), isOnline: v.boolean(), isWarned: v.boolean() })),
  recipients: v.number(),
  leftOut: v.array(v.object({ reason: v.picklist(leftOutReasons), count: v.number() })),
  startsLater: v.boolean(),
  startsAt: v.string(),
  finishesAt: Time,
  /** No recipient has a value. */
  unknownVariables: v.array(v.string()),
  /** Names that only some recipients have no value for. */
  missingValues: v.array(v.object({ name: v.string(), recipients: v.number() })),
  /** Ten recipients with their filled-in messages. */
  messages: v.array(
    v.object({ name: v.string(), number: v.string(), text: v.string(), confirmation: v.nullable(v.string()) }),
  ),
})
export type CampaignPreview = v.InferOutput<typeof CampaignPreview>

const CampaignSettingView = v.object({ key: v.string(), value: v.string() })
export type CampaignSettingView = v.InferOutput<typeof CampaignSettingView>

const ConnectionLimitView = v.object({
  whatsappId: v.number(),
  name: v.string(),
  channel: v.picklist(channelNames),
  /** Null for the limit by the account's age. */
  dailyLimit: v.nullable(v.number()),
  todayMax: v.number(),
  todayUsed: v.number(),
})
export type ConnectionLimitView = v.InferOutput<typeof ConnectionLimitView>

const files = { files: { fields: { file: 1 }, fileBytesMax: channelRules.whatsapp.fileBytesMax } }
/** Ten messages of 65,536 characters of up to three bytes. */
const long = { jsonBytesMax: 2 * 1024 * 1024 }
const FileBody = v.object({ file: v.file('required') })

export const campaignCalls = defineCalls({
  'GET /campaigns': { query: ListCampaignsQuery, answer: recordPage(CampaignView) },
  'POST /campaigns/preview': { body: PreviewCampaignBody, limits: long, answer: CampaignPreview },
  'POST /campaigns/test': { body: SendTestBody, limits: long, answer: v.object({ sent: v.number() }) },
  'POST /campaigns/media-upload': {
    body: FileBody,
    limits: files,
    answer: v.object({ mediaPath: v.string(), mediaName: v.string() }),
  },
  'GET /campaigns/:id': { params: IdParams, query: GetCampaignQuery, answer: CampaignWithShipping },
  'GET /campaigns/:id/recipients': {
    params: IdParams,
    query: ListRecipientsQuery,
    answer: recordPage(RecipientView),
  },
  'GET /campaigns/:id/file': { params: IdParams, answer: 'file' },
  'POST /campaigns': { body: CampaignBody, limits: long, answer: CampaignView },
  'PUT /campaigns/:id': { params: IdParams, body: UpdateCampaignBody, limits: long, answer: CampaignView },
  'DELETE /campaigns/:id': { params: IdParams, answer: Done },
  'POST /campaigns/:id/start': { params: IdParams, answer: CampaignView },
  'POST /campaigns/:id/cancel': { params: IdParams, answer: CampaignView },
  'POST /campaigns/:id/restart': { params: IdParams, answer: CampaignView },
  'POST /campaigns/:id/duplicate': { params: IdParams, answer: CampaignView },
  'POST /campaigns/:id/retry': { params: IdParams, answer: CampaignView },
  'POST /campaigns/:id/contact-list': { params: IdParams, body: ListFromReportBody, answer: ContactListView },
  'POST /campaigns/:id/media-upload': { params: IdParams, body: FileBody, limits: files, answer: CampaignView },
  'DELETE /campaigns/:id/media-upload': { params: IdParams, answer: CampaignView },
  'GET /campaign-settings': { answer: v.array(CampaignSettingView) },
  'POST /campaign-settings': { body: CampaignSettingsBody, answer: v.array(CampaignSettingView) },
  'GET /campaign-settings/connections': { answer: v.array(ConnectionLimitView) },
  'POST /campaign-settings/connections': { body: ConnectionLimitBody, answer: v.array(ConnectionLimitView) },
})

/** The provider warned, so these stopped, or took it back. */
interface CampaignWarning {
  action: 'stopped' | 'resumed'
  whatsapp: { id: number; name: string }
  campaigns: { id: number; name: string }[]
  reason: string
}

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    campaignWarning: CampaignWarning
  }
}
declare module '../kernel/record/record-change.contract' {
  interface Records {
    campaign: CampaignView
  }
}
