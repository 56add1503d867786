import * as v from 'valibot'
import { CompanyIdText, DayText, IdNumber, IdText } from '../kernel/request-parts'
import { WeekSchedule } from '../queue/schedule.contract'

export const connectionStatuses = ['qrcode', 'DISCONNECTED', 'OPENING', 'CONNECTED', 'PAIRING', 'TIMEOUT'] as const
/**
 * qrcode: a code waits to be scanned. OPENING: on the way to the provider. PAIRING: the phone and we agree on keys.
 * CONNECTED. TIMEOUT: lost, being tried again with back-off. DISCONNECTED: off, by a person or by the provider.
 */
export type ConnectionStatus = (typeof connectionStatuses)[number]

const Toggle = v.picklist(['enabled', 'disabled'])
const Minutes = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60 * 24 * 365))
/** An emptied field is no minutes. */
const MinutesOrEmpty = v.pipe(
  v.union([Minutes, v.literal(''), v.null()]),
  v.transform((given) => given || 0),
)
const Text = v.pipe(v.string(), v.maxLength(4096))

/** The fields that only automation reads; kept together, as they are never searched. */
export const ConnectionOptions = v.object({
  maxUseBotQueues: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)), 3),
  timeUseBotQueues: v.optional(Minutes, 0),
  expiresTicket: v.optional(Minutes, 0),
  whenExpiresTicket: v.optional(v.picklist([0, 1]), 0),
  expiresTicketNPS: v.optional(Minutes, 0),
  maxUseBotQueuesNPS: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)), 3),
  expiresInactiveMessage: v.optional(Text, ''),
  timeInactiveMessage: v.optional(Minutes, 0),
  inactiveMessage: v.optional(Text, ''),
  timeSendQueue: v.optional(MinutesOrEmpty, 0),
  sendIdQueue: v.optional(v.nullable(v.number()), null),
  collectiveVacationStart: v.optional(v.nullable(DayText), null),
  collectiveVacationEnd: v.optional(v.nullable(DayText), null),
  collectiveVacationMessage: v.optional(Text, ''),
})
export type ConnectionOptions = v.InferOutput<typeof ConnectionOptions>

/** POST /whatsapp and PUT /whatsapp/{id}. */
export const ConnectionBody = v.object({
  name: v.pipe(v.string('required'), v.trim(), v.minLength(2, 'tooShort'), v.maxLength(50, 'tooLong')),
  channel: v.optional(v.picklist(['whatsapp', 'whatsappapi', 'facebook', 'instagram']), 'whatsapp'),
  isDefault: v.optional(v.boolean(), false),
  token: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{30}$/, 'token'))),
  greetingMessage: v.optional(Text, ''),
  complationMessage: v.optional(Text, ''),
  outOfHoursMessage: v.optional(Text, ''),
  ratingMessage: v.optional(Text, ''),
  timeCreateNewTicket: v.optional(Minutes, 0),
  allowGroup: v.optional(v.boolean(), false),
  groupAsTicket: v.optional(Toggle, 'disabled'),
  provider: v.optional(v.pipe(v.string(), v.maxLength(20)), 'beta'),
  schedules: v.optional(WeekSchedule, []),
  queueIds: v.optional(v.pipe(v.array(v.number()), v.maxLength(200)), []),
  ...ConnectionOptions.entries,
})
export type ConnectionBody = v.InferOutput<typeof ConnectionBody>

/** POST /whatsapp as it is sent. */
export const CreateConnectionBody = v.object({ ...ConnectionBody.entries, companyId: v.optional(IdNumber) })

/** PUT /whatsapp/{id}: what is not given stays. */
export const UpdateConnectionBody = v.partial(v.object({ ...ConnectionBody.entries, companyId: IdNumber }))
export type UpdateConnectionBody = v.InferOutput<typeof UpdateConnectionBody>

/** GET /whatsapp/ and GET /whatsapp/filter; `session=0` asks for no session data, which is never given anyway. */
export const ListConnectionsQuery = v.object({
  session: v.optional(v.string()),
  channel: v.optional(v.picklist(['whatsapp', 'whatsappapi', 'facebook', 'instagram'])),
  companyId: CompanyIdText,
})

/** GET whatsapp-admin/{id}: the super user names the company, since connections count from 1 in each. */
export const AdminConnectionQuery = v.object({ session: v.optional(v.string()), companyId: v.optional(IdText) })

/** POST /whatsapp/{id}/media-upload. */
export const GreetingMediaBody = v.object({ file: v.file('required') })

/** What everybody sees of a connection: enough to choose one. */
export interface ConnectionPick {
  id: number
  name: string
  channel: 'whatsapp' | 'whatsappapi' | 'facebook' | 'instagram'
  status: ConnectionStatus
  isDefault: boolean
  groupAsTicket: 'enabled' | 'disabled'
  queues: { id: number; name: string; color: string }[]
  companyId: number
}

/** A connection as the administration's screens see it. The token is given to who may edit connections only. */
export interface ConnectionView extends ConnectionOptions {
  id: number
  name: string
  channel: 'whatsapp' | 'whatsappapi' | 'facebook' | 'instagram'
  number: string
  status: ConnectionStatus
  qrcode: string
  pairingCode: string
  retries: number
  lastError: string
  /** Messages that could not be read and are being asked for. */
  missingMessages: number
  isDefault: boolean
  token?: string
  greetingMessage: string
  complationMessage: string
  outOfHoursMessage: string
  ratingMessage: string
  /** Where the greeting's file is read; empty without one. */
  greetingMediaAttachment: string
  greetingMediaName: string
  timeCreateNewTicket: number
  allowGroup: boolean
  groupAsTicket: 'enabled' | 'disabled'
  provider: string
  schedules: v.InferOutput<typeof WeekSchedule>
  queues: { id: number; name: string; color: string }[]
  queueIds: number[]
  updatedAt: string
  companyId: number
}
