import * as v from 'valibot'
import { nameText } from '../kernel/name-text.contract'
import { channelNames } from '../channel/channel-rules.contract'
import {
  DayOrNone,
  EnabledWord,
  flagOr,
  Id,
  IdOrNone,
  orInitial,
  orMissing,
  readsAs,
  textOrNone,
  wholeNumberOrZero,
  wordOr,
} from '../kernel/body-values'
import { CompanyIdText, IdText, listUpTo } from '../kernel/request-parts'
import { WeekSchedule } from '../queue/opening-hours.contract'

export const connectionStatuses = ['qrcode', 'DISCONNECTED', 'OPENING', 'CONNECTED', 'PAIRING', 'TIMEOUT'] as const
/**
 * qrcode: a code waits to be scanned. OPENING: on the way to the provider. PAIRING: the phone and we agree on keys.
 * CONNECTED. TIMEOUT: lost, being tried again with back-off. DISCONNECTED: off, by a person or by the provider.
 */
export type ConnectionStatus = (typeof connectionStatuses)[number]

/**
 * waiting: for the account to be paired. running. done: all that was wanted is here. stopped: the account was unpaired.
 * canceled: before it began.
 */
export const messageImportStates = ['waiting', 'running', 'done', 'stopped', 'canceled'] as const
export type MessageImportState = (typeof messageImportStates)[number]

const Minutes = v.optional(wholeNumberOrZero(60 * 24 * 365), 0)
const Text = v.optional(textOrNone(4096), '')
const LinkOrNone = readsAs<string>()(
  v.union(
    [
      v.pipe(
        v.nullable(v.pipe(v.string(), v.trim(), v.literal(''))),
        v.transform(() => ''),
      ),
      v.pipe(v.string(), v.trim(), v.maxLength(2000, 'tooLong'), v.url('url'), v.regex(/^https?:/i, 'url')),
    ],
    'url',
  ),
)

/** Whether the company's setting holds or the connection's own. */
export const lgpdChoices = ['inherit', 'enabled', 'disabled'] as const
const LgpdChoice = wordOr(lgpdChoices, 'inherit')

/** Flows as similar systems send them, "3;7", or as a list. */
const FlowIds = readsAs<number[]>()(
  v.pipe(
    v.union([v.null(), v.pipe(v.string(), v.maxLength(1000, 'tooLong')), v.array(Id)], 'invalid'),
    v.transform((given) =>
      typeof given === 'string' ? given.split(';').filter((part) => part.trim()) : (given ?? []),
    ),
    v.array(Id),
    v.maxLength(50, 'tooMany'),
    v.transform((ids) => [...new Set(ids)]),
  ),
)
const BotId = v.optional(IdOrNone, null)

/** The fields that only automation reads; kept together, as they are never searched. */
export const ConnectionOptions = v.object({
  maxUseBotQueues: v.optional(wholeNumberOrZero(100), 3),
  timeUseBotQueues: Minutes,
  expiresTicket: Minutes,
  whenExpiresTicket: v.optional(wholeNumberOrZero(1), 0),
  expiresTicketNPS: Minutes,
  maxUseBotQueuesNPS: v.optional(wholeNumberOrZero(100), 3),
  expiresInactiveMessage: Text,
  timeInactiveMessage: Minutes,
  inactiveMessage: Text,
  timeSendQueue: Minutes,
  sendIdQueue: v.optional(IdOrNone, null),
  collectiveVacationStart: v.optional(DayOrNone, ''),
  collectiveVacationEnd: v.optional(DayOrNone, ''),
  collectiveVacationMessage: Text,
  /** Where empty, the company's hold. */
  lgpdMessage: Text,
  lgpdLink: v.optional(LinkOrNone, ''),
  lgpdConsent: LgpdChoice,
  lgpdDeleteMessage: LgpdChoice,
  /** Old messages are imported at the next pairing; emptied once they are. */
  enableImportMessage: flagOr(false),
  importOldMessages: v.optional(DayOrNone, ''),
  importRecentMessages: v.optional(DayOrNone, ''),
  importOldMessagesGroups: flagOr(false),
  closedTicketsPostImported: flagOr(false),
  queueIdImportMessages: v.optional(IdOrNone, null),
  /** At most one of these three answers contacts. */
  integrationId: BotId,
  promptId: BotId,
  agentId: BotId,
  flowIdWelcome: BotId,
  flowIdNotPhrase: BotId,
  flowIdsScheduled: v.optional(FlowIds, []),
})
export type ConnectionOptions = v.InferOutput<typeof ConnectionOptions>

/** POST /whatsapp and PUT /whatsapp/{id}. */
export const ConnectionBody = v.object({
  name: nameText(2, 50),
  channel: orInitial(v.picklist(channelNames), 'whatsapp'),
  isDefault: flagOr(false),
  token: v.optional(orMissing(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{30}$/, 'token')))),
  greetingMessage: Text,
  complationMessage: Text,
  outOfHoursMessage: Text,
  ratingMessage: Text,
  timeCreateNewTicket: Minutes,
  allowGroup: flagOr(false),
  groupAsTicket: orInitial(EnabledWord, 'disabled'),
  provider: orInitial(v.pipe(v.string(), v.maxLength(20)), 'beta'),
  schedules: orInitial(WeekSchedule, []),
  queueIds: orInitial(listUpTo(Id, 200), []),
  ...ConnectionOptions.entries,
  /** Another name of `flowIdsScheduled`. */
  selectedFlowIds: v.optional(orMissing(FlowIds)),
})
export type ConnectionBody = v.InferOutput<typeof ConnectionBody>

/** POST /whatsapp as it is sent. */
export const CreateConnectionBody = v.object({ ...ConnectionBody.entries, companyId: v.optional(orMissing(Id)) })

/** PUT /whatsapp/{id}: what is not given stays, and so do lists that are emptied by anything but `[]`. */
export const UpdateConnectionBody = v.partial(
  v.object({
    ...ConnectionBody.entries,
    schedules: orMissing(WeekSchedule),
    queueIds: orMissing(listUpTo(Id, 200)),
    companyId: orMissing(Id),
  }),
)
export type UpdateConnectionBody = v.InferOutput<typeof UpdateConnectionBody>

/** GET /whatsapp/ and GET /whatsapp/filter; `session=0` asks for no session data, which is never given anyway. */
export const ListConnectionsQuery = v.object({
  session: v.optional(v.string()),
  channel: v.optional(v.picklist(channelNames)),
  companyId: CompanyIdText,
})

/** GET whatsapp-admin/{id}: the super user names the company, since connections count from 1 in each. */
export const AdminConnectionQuery = v.object({ session: v.optional(v.string()), companyId: v.optional(IdText) })

/** Of a greeting's file. */
export const greetingBytesMax = 16 * 1024 * 1024

/** POST /whatsapp/{id}/media-upload. */
export const GreetingMediaBody = v.object({ file: v.file('required') })
