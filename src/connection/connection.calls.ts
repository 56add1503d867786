import * as v from 'valibot'
import { channelNames } from '../channel/channel-rules.contract'
import { defineCalls, Done } from '../kernel/http/calls'
import { planFlags } from '../kernel/company/company-plan.contract'
import type { RecordChange } from '../kernel/record/record-change.contract'
import { IdParams, IdText } from '../kernel/http/request-parts'
import { DaySchedule } from '../queue/hours/opening-hours.contract'
import {
  AdminConnectionQuery,
  ConnectionBody,
  connectionStatuses,
  CreateConnectionBody,
  GreetingMediaBody,
  greetingBytesMax,
  lgpdChoices,
  ListConnectionsQuery,
  shownImportStates,
  UpdateConnectionBody,
} from './connection.contract'

export const ImportProgress = v.object({
  /** -1 while the phone prepares them. */
  this: v.number(),
  all: v.number(),
  date: v.string(),
  /** When the provider is asked again, while it takes no more calls or does not answer. */
  resumesAt: v.nullable(v.string()),
  error: v.string(),
})
export type ImportProgress = v.InferOutput<typeof ImportProgress>

export const ConnectionPick = v.object({
  id: v.number(),
  name: v.string(),
  channel: v.picklist(channelNames),
  status: v.picklist(connectionStatuses),
  isDefault: v.boolean(),
  groupAsTicket: v.picklist(['enabled', 'disabled']),
  queues: v.array(v.object({ id: v.number(), name: v.string(), color: v.string() })),
  companyId: v.number(),
})
export type ConnectionPick = v.InferOutput<typeof ConnectionPick>

const AbovePlan = v.object({
  limit: v.picklist(['connections', ...planFlags]),
  most: v.optional(v.number()),
})
export type AbovePlan = v.InferOutput<typeof AbovePlan>

export const ConnectionView = v.object({
  ...ConnectionPick.entries,
  number: v.string(),
  /** Empty, because credentials do not leave the server. */
  session: v.string(),
  qrcode: v.string(),
  pairingCode: v.string(),
  retries: v.number(),
  /** When a lost connection is tried again, or was last. */
  retryAt: v.nullable(v.string()),
  lastError: v.string(),
  abovePlan: v.nullable(AbovePlan),
  providerWarning: v.nullable(v.object({ at: v.string(), text: v.string() })),
  /** Null for channels without an account. */
  cloudAccount: v.nullable(
    v.object({
      verifiedName: v.string(),
      /** GREEN, YELLOW, RED or UNKNOWN. */
      quality: v.string(),
      /** Such as TIER_1K. */
      tier: v.string(),
      isVerified: v.boolean(),
      /** Null while the access lasts. */
      accessEndsAt: v.nullable(v.string()),
      reported: v.nullable(v.object({ at: v.string(), text: v.string() })),
    }),
  ),
  missingMessages: v.number(),
  /** Absent from lists, live events and host's views, and when another host sealed it. */
  token: v.optional(v.string()),
  greetingMessage: v.string(),
  complationMessage: v.string(),
  outOfHoursMessage: v.string(),
  ratingMessage: v.string(),
  greetingMediaAttachment: v.string(),
  greetingMediaName: v.string(),
  timeCreateNewTicket: v.number(),
  allowGroup: v.boolean(),
  provider: v.string(),
  schedules: v.array(DaySchedule),
  queueIds: v.array(v.number()),
  maxUseBotQueues: v.number(),
  timeUseBotQueues: v.number(),
  expiresTicket: v.number(),
  whenExpiresTicket: v.number(),
  expiresTicketNPS: v.number(),
  maxUseBotQueuesNPS: v.number(),
  expiresInactiveMessage: v.string(),
  timeInactiveMessage: v.number(),
  inactiveMessage: v.string(),
  timeSendQueue: v.number(),
  sendIdQueue: v.nullable(v.number()),
  collectiveVacationStart: v.nullable(v.string()),
  collectiveVacationEnd: v.nullable(v.string()),
  collectiveVacationMessage: v.string(),
  lgpdMessage: v.string(),
  lgpdLink: v.string(),
  lgpdConsent: v.picklist(lgpdChoices),
  lgpdDeleteMessage: v.picklist(lgpdChoices),
  enableImportMessage: v.boolean(),
  importOldMessages: v.nullable(v.string()),
  importRecentMessages: v.nullable(v.string()),
  importOldMessagesGroups: v.boolean(),
  closedTicketsPostImported: v.boolean(),
  queueIdImportMessages: v.nullable(v.number()),
  integrationId: v.nullable(v.number()),
  promptId: v.nullable(v.number()),
  agentId: v.nullable(v.number()),
  flowIdWelcome: v.nullable(v.number()),
  flowIdNotPhrase: v.nullable(v.number()),
  flowIdsScheduled: v.string(),
  selectedFlowIds: v.array(v.number()),
  /** The time of an import's progress; `renderButtonCloseTickets` once its tickets can be closed. */
  statusImportMessages: v.nullable(v.string()),
  /** Null once its result was dismissed. */
  messageImport: v.nullable(v.object({ state: v.picklist(shownImportStates), ...ImportProgress.entries })),
  updatedAt: v.string(),
})
export type ConnectionView = v.InferOutput<typeof ConnectionView>

const ShownConnection = v.union([ConnectionView, ConnectionPick])

const CompanyConnection = v.object({
  ...v.omit(ConnectionView, ['qrcode', 'pairingCode']).entries,
  company: v.object({ id: v.number(), name: v.string() }),
})
export type CompanyConnection = v.InferOutput<typeof CompanyConnection>

export const ConnectionCountView = v.object({
  id: v.number(),
  name: v.string(),
  connected: v.number(),
  disconnected: v.number(),
  total: v.number(),
})
export type ConnectionCountView = v.InferOutput<typeof ConnectionCountView>

const long = { jsonBytesMax: 192 * 1024 }
const greetingUpload = { files: { fields: { file: 1 }, fileBytesMax: greetingBytesMax } }

export const allConnectionsCalls = defineCalls({
  'GET /whatsapp/all': { answer: v.array(ConnectionCountView) },
  'GET /whatsapp/all/:companyId': { params: v.object({ companyId: IdText }), answer: v.array(CompanyConnection) },
  'GET /whatsapp-admin/:id': { params: IdParams, query: AdminConnectionQuery, answer: CompanyConnection },
})

const CompanyConnectionParams = v.object({ id: IdText, connectionId: IdText })

/** Companies' admins read each act in its log. */
export const supportCalls = defineCalls({
  'POST /companies/:id/connections': {
    params: IdParams,
    body: v.omit(ConnectionBody, ['token']),
    limits: long,
    answer: CompanyConnection,
  },
  'PUT /companies/:id/connections/:connectionId': {
    params: CompanyConnectionParams,
    body: v.omit(UpdateConnectionBody, ['companyId', 'token']),
    limits: long,
    answer: CompanyConnection,
  },
  'DELETE /companies/:id/connections/:connectionId': { params: CompanyConnectionParams, answer: Done },
  'POST /companies/:id/connections/:connectionId/media-upload': {
    params: CompanyConnectionParams,
    body: GreetingMediaBody,
    limits: greetingUpload,
    answer: CompanyConnection,
  },
  'DELETE /companies/:id/connections/:connectionId/media-upload': {
    params: CompanyConnectionParams,
    answer: CompanyConnection,
  },
  'POST /companies/:id/connections/:connectionId/session': { params: CompanyConnectionParams, answer: Done },
  'PUT /companies/:id/connections/:connectionId/session': { params: CompanyConnectionParams, answer: Done },
  'DELETE /companies/:id/connections/:connectionId/session': { params: CompanyConnectionParams, answer: Done },
  'GET /companies/:id/connections/:connectionId/code': {
    params: CompanyConnectionParams,
    answer: v.object({ status: v.picklist(connectionStatuses), qrcode: v.string(), lastError: v.string() }),
  },
})

export const connectionCalls = defineCalls({
  'GET /whatsapp': { query: ListConnectionsQuery, answer: v.array(ShownConnection) },
  'GET /whatsapp/filter': { query: ListConnectionsQuery, answer: v.array(ShownConnection) },
  'GET /whatsapp/:id': { params: IdParams, answer: ShownConnection },
  'POST /whatsapp': { body: CreateConnectionBody, limits: long, answer: ConnectionView },
  'PUT /whatsapp/:id': { params: IdParams, body: UpdateConnectionBody, limits: long, answer: ConnectionView },
  'DELETE /whatsapp/:id': { params: IdParams, answer: Done },
  'POST /whatsapp/:id/media-upload': {
    params: IdParams,
    body: GreetingMediaBody,
    limits: greetingUpload,
    answer: ConnectionView,
  },
  'DELETE /whatsapp/:id/media-upload': { params: IdParams, answer: ConnectionView },
  'DELETE /whatsapp/:id/import': { params: IdParams, answer: ConnectionView },
})

type ConnectionEvent =
  { action: 'update'; whatsapp: ConnectionView | ConnectionPick } | { action: 'delete'; whatsappId: number }

export type ImportMessagesEvent =
  { action: 'update'; whatsappId: number; status: ImportProgress } | { action: 'refresh'; whatsappId: number }

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    whatsapp: ConnectionEvent
    importMessages: ImportMessagesEvent
    connectionCount: RecordChange<'connectionCount', ConnectionCountView>
  }
}
