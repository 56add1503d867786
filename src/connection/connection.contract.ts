import * as v from 'valibot'
import { newConnection } from '../channel/new-connection.contract'
import { channelNames } from '../channel/channel-rules.contract'
import {
  DayOrNone,
  EnabledFlag,
  flagOr,
  HttpUrl,
  Id,
  IdOrNone,
  orInitial,
  orMissing,
  readsAs,
  textOrNone,
  wholeNumber,
  wholeNumberOrZero,
  choiceOr,
} from '../kernel/http/body-values'
import { CompanyIdText, IdText, listUpTo } from '../kernel/http/request-parts'
import { WeekSchedule } from '../queue/hours/opening-hours.contract'

export const abovePlan = 'The connection is above the company’s plan'

export const serverFull = 'The server is out of disk space'

export const connectionStatuses = ['qrcode', 'DISCONNECTED', 'OPENING', 'CONNECTED', 'PAIRING', 'TIMEOUT'] as const
/** OPENING: connecting. PAIRING: exchanging keys. TIMEOUT: lost, retrying. DISCONNECTED: by a user or the provider. */
export type ConnectionStatus = (typeof connectionStatuses)[number]

/** waiting: for pairing. stopped: unpaired meanwhile. canceled: before it started. */
export const supportActs = [
  'connectionCreated',
  'connectionChanged',
  'connectionDeleted',
  'connectionTried',
  'connectionCodeRenewed',
  'connectionCodeShown',
  'connectionLeft',
] as const
export type SupportAct = (typeof supportActs)[number]

export const shownImportStates = ['waiting', 'running', 'done', 'stopped'] as const
export type MessageImportState = (typeof shownImportStates)[number] | 'canceled'

const minutesMax = 60 * 24 * 365
const Minutes = v.optional(wholeNumber(0, minutesMax), 0)
const Text = v.optional(textOrNone(4096), '')
const LinkOrNone = readsAs<string>()(
  v.union(
    [
      v.pipe(
        v.nullable(v.pipe(v.string(), v.trim(), v.literal(''))),
        v.transform(() => ''),
      ),
      HttpUrl,
    ],
    'url',
  ),
)

export const lgpdChoices = ['inherit', 'enabled', 'disabled'] as const
const LgpdChoice = choiceOr(lgpdChoices, 'inherit')

/** "3;7", as of similar systems, or a list. */
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

/** Fields that only bots read; stored together, because they are never searched. */
export const ConnectionOptions = v.object({
  maxUseBotQueues: v.optional(wholeNumber(0, 100), 3),
  timeUseBotQueues: Minutes,
  expiresTicket: Minutes,
  whenExpiresTicket: v.optional(wholeNumberOrZero(1), 0),
  expiresTicketNPS: newConnection.expiresTicketNPS,
  maxUseBotQueuesNPS: v.optional(wholeNumber(0, 100), 3),
  expiresInactiveMessage: Text,
  timeInactiveMessage: Minutes,
  inactiveMessage: Text,
  timeSendQueue: v.optional(wholeNumberOrZero(minutesMax), 0),
  sendIdQueue: v.optional(IdOrNone, null),
  collectiveVacationStart: v.optional(DayOrNone, ''),
  collectiveVacationEnd: v.optional(DayOrNone, ''),
  collectiveVacationMessage: Text,
  lgpdMessage: Text,
  lgpdLink: v.optional(LinkOrNone, ''),
  lgpdConsent: LgpdChoice,
  lgpdDeleteMessage: LgpdChoice,
  /** Cleared by the next pairing. */
  enableImportMessage: flagOr(false),
  importOldMessages: v.optional(DayOrNone, ''),
  importRecentMessages: v.optional(DayOrNone, ''),
  importOldMessagesGroups: flagOr(false),
  closedTicketsPostImported: flagOr(false),
  queueIdImportMessages: v.optional(IdOrNone, null),
  /** At most one of these three may be set. */
  integrationId: BotId,
  promptId: BotId,
  agentId: BotId,
  flowIdWelcome: BotId,
  flowIdNotPhrase: BotId,
  flowIdsScheduled: v.optional(FlowIds, []),
})
export type ConnectionOptions = v.InferOutput<typeof ConnectionOptions>

export const ConnectionBody = v.object({
  ...newConnection,
  channel: orInitial(v.picklist(channelNames), 'whatsapp'),
  isDefault: flagOr(false),
  token: v.optional(orMissing(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{30}$/, 'token')))),
  complationMessage: Text,
  outOfHoursMessage: Text,
  timeCreateNewTicket: Minutes,
  allowGroup: flagOr(false),
  groupAsTicket: orInitial(EnabledFlag, 'disabled'),
  provider: orInitial(v.pipe(v.string(), v.maxLength(20)), 'beta'),
  schedules: orInitial(WeekSchedule, []),
  ...ConnectionOptions.entries,
  selectedFlowIds: v.optional(orMissing(FlowIds)),
})
export type ConnectionBody = v.InferOutput<typeof ConnectionBody>

export const CreateConnectionBody = v.object({ ...ConnectionBody.entries, companyId: v.optional(orMissing(Id)) })

export const UpdateConnectionBody = v.partial(
  v.object({
    ...ConnectionBody.entries,
    schedules: orMissing(WeekSchedule),
    queueIds: orMissing(listUpTo(Id, 200)),
    companyId: orMissing(Id),
  }),
)
export type UpdateConnectionBody = v.InferOutput<typeof UpdateConnectionBody>

/** Session data is never returned. */
export const ListConnectionsQuery = v.object({
  session: v.optional(v.string()),
  channel: v.optional(v.picklist(channelNames)),
  companyId: CompanyIdText,
})

/** Ids are unique only within a company. */
export const AdminConnectionQuery = v.object({ session: v.optional(v.string()), companyId: v.optional(IdText) })

export const greetingBytesMax = 16 * 1024 * 1024

export const GreetingMediaBody = v.object({ file: v.file('required') })

const digitCount = (text: string) => text.replace(/\D/g, '').length

export const PairingCodeBody = v.object({
  number: v.pipe(
    v.string(),
    v.maxLength(40, 'tooLong'),
    v.check((text) => digitCount(text) >= 8, 'tooShort'),
    v.check((text) => digitCount(text) <= 17, 'tooLong'),
  ),
})
