import * as v from 'valibot'
import { CompanyIdText, IdNumber } from '../kernel/request-parts'
import { WeekSchedule } from './schedule.contract'

const Text = v.pipe(v.string(), v.maxLength(4096, 'tooLong'))

/** `#RGB`, `#RGBA`, `#RRGGBB` or `#RRGGBBAA`. */
export const HexColour = v.pipe(
  v.string('required'),
  v.trim(),
  v.toLowerCase(),
  v.minLength(3, 'tooShort'),
  v.maxLength(9, 'tooLong'),
  v.regex(/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/, 'color'),
)

/** POST /queue. */
export const QueueBody = v.object({
  name: v.pipe(v.string('required'), v.trim(), v.minLength(2, 'tooShort'), v.maxLength(50, 'tooLong')),
  color: HexColour,
  greetingMessage: v.optional(Text, ''),
  outOfHoursMessage: v.optional(Text, ''),
  orderQueue: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)), 0), 0),
  ativarRoteador: v.optional(v.boolean(), false),
  /** Minutes. */
  tempoRoteador: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1440)), 0),
  closeTicket: v.optional(v.boolean(), false),
  createTicketSendNotificationWAUser: v.optional(v.boolean(), false),
  messageNotification: v.optional(Text, ''),
  integrationId: v.optional(v.nullable(IdNumber), null),
  fileListId: v.optional(v.nullable(IdNumber), null),
  schedules: v.optional(WeekSchedule, []),
})
export type QueueBody = v.InferOutput<typeof QueueBody>

/** PUT /queue/{id}: what is not given stays. */
export const UpdateQueueBody = v.partial(QueueBody)
export type UpdateQueueBody = v.InferOutput<typeof UpdateQueueBody>

/** GET /queue. */
export const ListQueuesQuery = v.object({ companyId: CompanyIdText })

/** A queue on the wire. */
export interface QueueView extends QueueBody {
  id: number
  orderQueue: number
  createdAt: string
  updatedAt: string
}
