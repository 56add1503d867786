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

/** A campaign in answers and live events, without its recipients. */
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
  /** On channels with templates: those that replace the texts, by the name of their field. */
  templates: v.object(messageFieldsOf(v.optional(TemplateChoiceView))),
  confirmation: v.boolean(),
  status: v.picklist(campaignStatuses),
  stopReason: v.picklist(stopReasons),
  /** The provider's message; empty otherwise. */
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
  /** False if it is running, ended, or starts within the hour; then only its start can be moved or cancelled. */
  isEditable: v.boolean(),
  /** The provider warned its connection of too many messages. Its campaigns wait until one is restarted. */
  isWarned: v.boolean(),
  waitReason: v.picklist(waitReasons),
  waitUntil: Time,
  /** Other running campaigns of its connection that take turns with it. */
  sharesWith: v.array(v.object({ id: v.number(), name: v.string() })),
  /** Whether all recipients are determined. */
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
  /** Recipients who wrote after its last message to them, before another campaign did. */
  answeredCount: v.number(),
  /** Recipients who asked for no more campaigns, by an answer to it. */
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
  /** A reason of the product, an error code, or the provider's message. */
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
  /** Estimated end; null when nothing is left to send. */
  finishesAt: Time,
  /** Recipients it still has to write to, now or once it has begun. */
  remainingCount: v.number(),
  /** Failed recipients who may have received the message. */
  unconfirmedCount: v.number(),
  /** What the provider charges for; empty on channels without prices. */
  charges: v.array(Charge),
  shipping: v.optional(v.array(RecipientView)),
  hasMore: v.optional(v.boolean()),
})

const CampaignPreview = v.object({
  /** Everything by which it cannot start, continue or be scheduled: error codes by field. Empty if it can. */
  faults: v.record(v.string(), v.string()),
  contactList: Named,
  tagList: Named,
  whatsapp: v.nullable(v.object({ id: v.number(), name: v.string(), isOnline: v.boolean(), isWarned: v.boolean() })),
  recipients: v.number(),
  /** Candidates who receive nothing, by reason. */
  leftOut: v.array(v.object({ reason: v.picklist(leftOutReasons), count: v.number() })),
  /** Whether it is scheduled for later. Otherwise it starts at once. */
  startsLater: v.boolean(),
  /** When the first message may be sent: within the sending hours, from the scheduled start on. */
  startsAt: v.string(),
  /** Estimated end if it started as scheduled. */
  finishesAt: Time,
  /** Names in braces that no recipient has a value for. */
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
  /** Set by an admin; null for the limit by the account's age. */
  dailyLimit: v.nullable(v.number()),
  /** Conversations allowed and started today. */
  todayMax: v.number(),
  todayUsed: v.number(),
})
export type ConnectionLimitView = v.InferOutput<typeof ConnectionLimitView>

const files = { files: { fields: { file: 1 }, fileBytesMax: channelRules.whatsapp.fileBytesMax } }
/** Ten messages of 65,536 characters, each of up to three bytes. */
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

/**
 * For admins: the provider warned a connection of too many messages, so these campaigns were stopped; or it took that
 * back, so they continue.
 */
interface CampaignWarning {
  action: 'stopped' | 'resumed'
  whatsapp: { id: number; name: string }
  campaigns: { id: number; name: string }[]
  /** The provider's message; empty when it took the warning back. */
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
