import * as v from 'valibot'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import { ConnectionBody } from '../../../src/connection/connection.contract'
import { type ConnectionFacts, connectionErrors } from '../../../src/connection/save/connection-rules.contract'
import { keysOf } from '../../../src/kernel/typed-object.contract'
import { type GatingSettings, isGateOpen } from '../../../src/setting/setting-gates.contract'

export type EditedConnection = Omit<ConnectionView, 'qrcode' | 'pairingCode'>

const tokenLength = 30
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const { entries } = ConnectionBody
const greetingFileBytesMax = 16 * 1024 * 1024

export interface ConnectionRules {
  rates: boolean
  integrations: boolean
  flows: boolean
  lgpd: boolean
  /** The company has several queues, so the contact may have to choose one. */
  choosesQueue: boolean
  scheduleType: string
  /** The settings of another company, which the user cannot change here. */
  foreign: GatingSettings | undefined
}

export function connectionRules(
  plan: { useIntegrations: boolean; useOpenAi: boolean },
  settings: GatingSettings,
  queueCount: number,
  isForeign = false,
): ConnectionRules {
  return {
    integrations: plan.useIntegrations || plan.useOpenAi,
    flows: plan.useIntegrations,
    rates: isGateOpen('rating', settings),
    lgpd: isGateOpen('consent', settings),
    choosesQueue: queueCount > 1,
    scheduleType: settings['scheduleType'] ?? 'disabled',
    foreign: isForeign ? settings : undefined,
  }
}

const minutes = entries.timeUseBotQueues.wrapped

const Fields = v.object({
  name: entries.name,
  isDefault: v.boolean(),
  allowGroup: v.boolean(),
  groupAsTicket: v.boolean(),
  queueIds: entries.queueIds.wrapped,
  timeCreateNewTicket: entries.timeCreateNewTicket.wrapped,
  token: entries.token.wrapped,
  greetingMessage: entries.greetingMessage.wrapped,
  greetingFile: v.nullable(v.pipe(v.instance(File), v.maxSize(greetingFileBytesMax, 'tooLarge'))),
  dropsGreetingFile: v.boolean(),
  complationMessage: entries.complationMessage.wrapped,
  outOfHoursMessage: entries.outOfHoursMessage.wrapped,
  collectiveVacationMessage: entries.collectiveVacationMessage.wrapped,
  collectiveVacationStart: entries.collectiveVacationStart.wrapped,
  collectiveVacationEnd: entries.collectiveVacationEnd.wrapped,
  lgpdMessage: entries.lgpdMessage.wrapped,
  lgpdLink: entries.lgpdLink.wrapped,
  lgpdConsent: entries.lgpdConsent.wrapped,
  lgpdDeleteMessage: entries.lgpdDeleteMessage.wrapped,
  enableImportMessage: v.boolean(),
  importOldMessages: entries.importOldMessages.wrapped,
  importRecentMessages: entries.importRecentMessages.wrapped,
  importOldMessagesGroups: v.boolean(),
  closedTicketsPostImported: v.boolean(),
  queueIdImportMessages: entries.queueIdImportMessages.wrapped,
  maxUseBotQueues: entries.maxUseBotQueues.wrapped,
  timeUseBotQueues: minutes,
  timeSendQueue: minutes,
  sendIdQueue: entries.sendIdQueue.wrapped,
  timeInactiveMessage: minutes,
  inactiveMessage: entries.inactiveMessage.wrapped,
  expiresTicket: minutes,
  whenExpiresTicket: entries.whenExpiresTicket.wrapped,
  expiresInactiveMessage: entries.expiresInactiveMessage.wrapped,
  ratingMessage: entries.ratingMessage.wrapped,
  maxUseBotQueuesNPS: entries.maxUseBotQueuesNPS.wrapped,
  expiresTicketNPS: minutes,
  integrationId: entries.integrationId.wrapped,
  promptId: entries.promptId.wrapped,
  agentId: entries.agentId.wrapped,
  flowIdWelcome: entries.flowIdWelcome.wrapped,
  flowIdNotPhrase: entries.flowIdNotPhrase.wrapped,
  flowIdsScheduled: entries.flowIdsScheduled.wrapped,
  schedules: entries.schedules.wrapped,
})

export type ConnectionValues = v.InferInput<typeof Fields>
type Names = readonly (keyof ConnectionValues)[]

const connectionImportFields = [
  ...(['enableImportMessage', 'importOldMessages', 'importRecentMessages', 'importOldMessagesGroups'] as const),
  ...(['closedTicketsPostImported', 'queueIdImportMessages'] as const),
] as const satisfies Names

export const connectionTabs = {
  general: [
    ...(['name', 'isDefault', 'allowGroup', 'groupAsTicket', 'queueIds', 'timeCreateNewTicket', 'token'] as const),
    ...connectionImportFields,
  ],
  integrations: ['integrationId', 'promptId', 'agentId'],
  messages: [
    ...(['greetingMessage', 'greetingFile', 'dropsGreetingFile', 'complationMessage', 'outOfHoursMessage'] as const),
    ...(['collectiveVacationMessage', 'collectiveVacationStart', 'collectiveVacationEnd'] as const),
    ...(['lgpdMessage', 'lgpdLink', 'lgpdConsent', 'lgpdDeleteMessage'] as const),
  ],
  chatbot: [
    ...(['maxUseBotQueues', 'timeUseBotQueues', 'timeSendQueue', 'sendIdQueue', 'timeInactiveMessage'] as const),
    ...(['inactiveMessage', 'expiresTicket', 'whenExpiresTicket', 'expiresInactiveMessage'] as const),
  ],
  rating: ['ratingMessage', 'maxUseBotQueuesNPS', 'expiresTicketNPS'],
  flows: ['flowIdWelcome', 'flowIdNotPhrase', 'flowIdsScheduled'],
  schedules: ['schedules'],
} as const satisfies Record<string, Names>

const byImport = 'enableImportMessage'
export const connectionSwitches = {
  importOldMessages: byImport,
  importRecentMessages: byImport,
  importOldMessagesGroups: byImport,
  closedTicketsPostImported: byImport,
  queueIdImportMessages: byImport,
} as const satisfies { [Name in keyof ConnectionValues]?: keyof ConnectionValues }

export function connectionSchema(facts: ConnectionFacts) {
  return v.pipe(
    Fields,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const { value } = dataset
      const lacksGreeting = value.queueIds.length > 1 && value.greetingMessage.trim() === ''
      const errors = { ...(lacksGreeting && { greetingMessage: 'required' }), ...connectionErrors(value, facts) }
      for (const [key, message] of Object.entries(errors)) {
        addIssue({ message, path: [{ type: 'object', origin: 'value', input: value, key, value: undefined }] })
      }
    }),
  )
}

function newConnection(): ConnectionValues {
  return {
    name: '',
    isDefault: false,
    allowGroup: false,
    groupAsTicket: false,
    queueIds: [],
    timeCreateNewTicket: 0,
    greetingMessage: '',
    greetingFile: null,
    dropsGreetingFile: false,
    complationMessage: '',
    outOfHoursMessage: '',
    collectiveVacationMessage: '',
    collectiveVacationStart: '',
    collectiveVacationEnd: '',
    lgpdMessage: '',
    lgpdLink: '',
    lgpdConsent: 'inherit',
    lgpdDeleteMessage: 'inherit',
    enableImportMessage: false,
    importOldMessages: '',
    importRecentMessages: '',
    importOldMessagesGroups: false,
    closedTicketsPostImported: false,
    queueIdImportMessages: null,
    maxUseBotQueues: 3,
    timeUseBotQueues: 0,
    timeSendQueue: 0,
    sendIdQueue: null,
    timeInactiveMessage: 0,
    inactiveMessage: '',
    expiresTicket: 0,
    whenExpiresTicket: 0,
    expiresInactiveMessage: '',
    ratingMessage: '',
    maxUseBotQueuesNPS: 3,
    expiresTicketNPS: 0,
    integrationId: null,
    promptId: null,
    agentId: null,
    flowIdWelcome: null,
    flowIdNotPhrase: null,
    flowIdsScheduled: [],
    schedules: [],
    token: newToken(),
  }
}

interface SuggestedTexts {
  greeting: string
  rating: string
}

export const suggestedRatingMinutes = 60

/** The values of a new connection: what the company's settings require is suggested, and all queues. */
export function suggestedConnection(
  rules: ConnectionRules,
  texts: SuggestedTexts,
  queues: readonly { id: number }[],
): ConnectionValues {
  return {
    ...newConnection(),
    queueIds: queues.map(({ id }) => id),
    ...(rules.choosesQueue && { greetingMessage: texts.greeting }),
    ...(rules.rates && { ratingMessage: texts.rating, expiresTicketNPS: suggestedRatingMinutes }),
  }
}

export function valuesOf(connection: EditedConnection): ConnectionValues {
  const blank = newConnection()
  const names = keysOf(blank).filter((name) => name in connection)
  const own = Object.fromEntries(names.map((name) => [name, connection[name as keyof EditedConnection] ?? blank[name]]))
  return {
    ...blank,
    ...own,
    // Unknown, so that it stays.
    token: connection.token ?? '',
    groupAsTicket: connection.groupAsTicket === 'enabled',
    flowIdsScheduled: connection.selectedFlowIds,
  }
}

/** Converts to the call's body; the file has its own call. */
export function bodyOf({
  groupAsTicket,
  greetingFile: _file,
  dropsGreetingFile: _drops,
  ...values
}: v.InferOutput<typeof Fields>) {
  return { ...values, groupAsTicket: groupAsTicket ? ('enabled' as const) : ('disabled' as const) }
}

export function newToken(): string {
  const bytes = new Uint8Array(1)
  let token = ''
  while (token.length < tokenLength) {
    const [byte = 255] = crypto.getRandomValues(bytes)
    // Higher values would make some letters more frequent.
    if (byte < 248) token += letters[byte % letters.length]
  }
  return token
}
