import * as v from 'valibot'
import { nameText } from '../kernel/text/name-text.contract'
import { assignmentModes } from './assignment-mode.contract'
import {
  choiceOr,
  flagOr,
  Id,
  IdOrNone,
  textOrNone,
  wholeNumber,
  wholeNumberOrZero,
  orInitial,
  orMissing,
} from '../kernel/http/body-values'
import { ChatbotTree } from './chatbot/chatbot.contract'
import { CompanyIdText, listUpTo, YesText } from '../kernel/http/request-parts'
import { QueueSla } from './sla/queue-sla.contract'
import { WeekSchedule } from './hours/opening-hours.contract'

const Text = v.optional(textOrNone(4096), '')

/** `#RGB`, `#RGBA`, `#RRGGBB` or `#RRGGBBAA`. */
export const HexColour = v.pipe(
  v.string('required'),
  v.trim(),
  v.toLowerCase(),
  v.minLength(3, 'tooShort'),
  v.maxLength(9, 'tooLong'),
  v.regex(/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/, 'color'),
)

export const QueueBody = v.object({
  name: nameText(2, 50),
  color: HexColour,
  greetingMessage: Text,
  outOfHoursMessage: Text,
  /** Similar systems send an empty one. */
  orderQueue: v.optional(wholeNumberOrZero(100_000), 0),
  ativarRoteador: flagOr(false),
  /** Minutes. */
  tempoRoteador: v.optional(wholeNumber(0, 1440), 0),
  assignmentMode: choiceOr(assignmentModes, 'none'),
  ticketsPerAgent: v.optional(wholeNumberOrZero(1000), 0),
  lastAgentFirst: flagOr(false),
  reassignMinutes: v.optional(wholeNumberOrZero(1440), 0),
  closeTicket: flagOr(false),
  createTicketSendNotificationWAUser: flagOr(false),
  messageNotification: Text,
  integrationId: v.optional(IdOrNone, null),
  fileListId: v.optional(IdOrNone, null),
  schedules: orInitial(WeekSchedule, []),
  sla: v.optional(v.nullable(QueueSla), null),
  chatbots: v.nullish(ChatbotTree, []),
  userIds: v.optional(orMissing(listUpTo(Id, 1000))),
  connectionIds: v.optional(orMissing(listUpTo(Id, 200))),
})
export type QueueBody = v.InferOutput<typeof QueueBody>

export const UpdateQueueBody = v.partial(
  v.object({
    ...QueueBody.entries,
    schedules: orMissing(WeekSchedule),
    sla: v.optional(v.nullable(QueueSla)),
    chatbots: v.nullish(ChatbotTree),
    chatbotsRevision: v.nullish(v.pipe(v.string(), v.maxLength(100, 'tooLong'))),
  }),
)
export type UpdateQueueBody = v.InferOutput<typeof UpdateQueueBody>

export const ListQueuesQuery = v.object({ companyId: CompanyIdText, chatbots: v.optional(YesText, 'true') })

interface QueueTarget {
  closeTicket: boolean
  integrationId: number | null
  chatbotCount: number
}

export type TakeOver = 'closing' | 'integration' | 'options'

/** The flow that sent it there is silent from then on; undefined when it only waits. */
export function takeOverOf({ closeTicket, integrationId, chatbotCount }: QueueTarget): TakeOver | undefined {
  if (closeTicket) return 'closing'
  if (integrationId !== null) return 'integration'
  return chatbotCount > 0 ? 'options' : undefined
}
