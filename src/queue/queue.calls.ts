import * as v from 'valibot'
import { defineCalls, Done } from '../kernel/calls'
import type { RecordChange } from '../kernel/record-change.contract'
import { IdParams } from '../kernel/request-parts'
import { ListQueuesQuery, QueueBody, UpdateQueueBody } from './queue.contract'
import { DaySchedule } from './opening-hours.contract'

/** A queue in answers and live events. */
export const QueueView = v.object({
  id: v.number(),
  name: v.string(),
  color: v.string(),
  greetingMessage: v.string(),
  outOfHoursMessage: v.string(),
  orderQueue: v.number(),
  ativarRoteador: v.boolean(),
  tempoRoteador: v.number(),
  closeTicket: v.boolean(),
  createTicketSendNotificationWAUser: v.boolean(),
  messageNotification: v.string(),
  integrationId: v.nullable(v.number()),
  fileListId: v.nullable(v.number()),
  schedules: v.array(DaySchedule),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type QueueView = v.InferOutput<typeof QueueView>

/** Three messages at their longest, and the hours of a week. */
const limits = { jsonBytesMax: 96 * 1024 }

export const queueCalls = defineCalls({
  'GET /queue': { query: ListQueuesQuery, answer: v.array(QueueView) },
  'GET /queue/:id': { params: IdParams, answer: QueueView },
  'POST /queue': { body: QueueBody, limits, answer: QueueView },
  'PUT /queue/:id': { params: IdParams, body: UpdateQueueBody, limits, answer: QueueView },
  'DELETE /queue/:id': { params: IdParams, answer: Done },
})

/** The live event `queue`. */
export type QueueEvent = RecordChange<'queue', QueueView>

declare module '../kernel/live-events.contract' {
  interface LiveEvents {
    queue: QueueEvent
  }
}
