import * as v from 'valibot'
import { type ChatbotBody, chatbotErrors, ChatbotTree } from '../../src/queue/chatbot/chatbot.contract'
import type { QueueView, WholeQueueView } from '../../src/queue/queue.record'
import { assignmentModes } from '../../src/queue/assignment-mode.contract'
import { noSla, QueueSla } from '../../src/queue/sla/queue-sla.contract'
import { QueueBody } from '../../src/queue/queue.contract'
import { swatchColours } from '../ui/colour/colour'
import { optionsOf, type OptionValues } from './chatbot/option-tree'
import { keysOf } from '../../src/kernel/typed-object.contract'

const { entries } = QueueBody
const orderMax = 100_000
export const suggestedRouterMinutes = 2

const Fields = v.object({
  name: entries.name,
  color: entries.color,
  orderQueue: entries.orderQueue.wrapped,
  greetingMessage: entries.greetingMessage.wrapped,
  closeTicket: v.boolean(),
  ativarRoteador: v.boolean(),
  tempoRoteador: entries.tempoRoteador.wrapped,
  assignmentMode: v.picklist(assignmentModes),
  ticketsPerAgent: entries.ticketsPerAgent.wrapped,
  lastAgentFirst: v.boolean(),
  reassignMinutes: entries.reassignMinutes.wrapped,
  createTicketSendNotificationWAUser: v.boolean(),
  messageNotification: entries.messageNotification.wrapped,
  outOfHoursMessage: entries.outOfHoursMessage.wrapped,
  schedules: entries.schedules.wrapped,
  sla: QueueSla,
  fileListId: v.nullable(v.number()),
  integrationId: v.nullable(v.number()),
  userIds: v.array(v.number()),
  connectionIds: v.array(v.number()),
  chatbots: ChatbotTree as v.GenericSchema<OptionValues[], ChatbotBody[]>,
})

export type QueueValues = v.InferInput<typeof Fields>

export const QueueForm = v.pipe(
  Fields,
  v.forward(
    v.check(({ ativarRoteador, tempoRoteador }) => !ativarRoteador || tempoRoteador > 0, 'required'),
    ['tempoRoteador'],
  ),
  v.forward(
    v.check(
      (queue) => !queue.createTicketSendNotificationWAUser || queue.messageNotification.trim() !== '',
      'required',
    ),
    ['messageNotification'],
  ),
  v.forward(
    v.check(({ closeTicket, chatbots }) => !closeTicket || chatbots.length === 0, 'hasOptions'),
    ['closeTicket'],
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const [path, message] of Object.entries(chatbotErrors(dataset.value.chatbots))) {
      addIssue({ message, path: pathItems(path) })
    }
  }),
)

/** Only the keys are read, as the path of the field. */
function pathItems(path: string) {
  const items = path.split('.').map((key) => ({ type: 'unknown', origin: 'value', input: {}, key, value: undefined }))
  return items as [v.IssuePathItem, ...v.IssuePathItem[]]
}

/** The fields of the other tabs; the first tab holds the rest. */
export const chatbotFields = ['chatbots'] as const satisfies (keyof QueueValues)[]
export const hoursFields = ['outOfHoursMessage', 'schedules'] as const satisfies (keyof QueueValues)[]
export const assignmentFields = [
  ...(['assignmentMode', 'lastAgentFirst', 'ticketsPerAgent', 'reassignMinutes'] as const),
  ...(['ativarRoteador', 'tempoRoteador'] as const),
] as const satisfies (keyof QueueValues)[]
export const slaFields = ['sla'] as const satisfies (keyof QueueValues)[]
const otherFields: readonly (keyof QueueValues)[] = [
  ...assignmentFields,
  ...chatbotFields,
  ...hoursFields,
  ...slaFields,
]
const fieldNames = keysOf(Fields.entries)
export const queueFields = fieldNames.filter((name) => !otherFields.includes(name))

export const queueSwitches = {
  tempoRoteador: 'ativarRoteador',
  messageNotification: 'createTicketSendNotificationWAUser',
} as const satisfies { [Name in keyof QueueValues]?: keyof QueueValues }

export function valuesOfQueue(queue: WholeQueueView): QueueValues {
  const own = Object.fromEntries(fieldNames.map((name) => [name, queue[name]])) as QueueValues
  return {
    ...own,
    sla: queue.sla ?? noSla,
    chatbots: optionsOf(queue.chatbots),
    color: queue.color.toUpperCase(),
  }
}

/** An unused colour, the last place, and suggestions so that a message reaches somebody. */
export function newQueue(
  queues: readonly QueueView[],
  links: Pick<QueueValues, 'userIds' | 'connectionIds'>,
): QueueValues {
  const taken = new Set(queues.map((queue) => queue.color.toUpperCase()))
  const free = swatchColours.find((colour) => !taken.has(colour))
  const last = Math.max(0, ...queues.map((queue) => queue.orderQueue))
  return {
    name: '',
    color: free ?? '',
    orderQueue: Math.min(orderMax, last + 1),
    greetingMessage: '',
    closeTicket: false,
    assignmentMode: 'none',
    ticketsPerAgent: 0,
    lastAgentFirst: false,
    reassignMinutes: 0,
    ativarRoteador: false,
    tempoRoteador: 0,
    createTicketSendNotificationWAUser: false,
    messageNotification: '',
    outOfHoursMessage: '',
    schedules: [],
    sla: noSla,
    fileListId: null,
    integrationId: null,
    chatbots: [],
    ...links,
  }
}
