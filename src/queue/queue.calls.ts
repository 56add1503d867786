import * as v from 'valibot'
import { defineCalls, Done } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'
import { viewOf } from '../kernel/record/record-view'
import { chatbotBytesMax, ChatbotView } from './chatbot/chatbot.calls'
import { ListQueuesQuery, QueueBody, UpdateQueueBody } from './queue.contract'
import { DaySchedule } from './hours/opening-hours.contract'
import { queueTable } from './queue.tables'

export const QueueView = viewOf(queueTable, { schedules: v.array(DaySchedule) })
export type QueueView = v.InferOutput<typeof QueueView>

export const ListedQueueView = v.object({
  ...QueueView.entries,
  /** Absent with `chatbots=false`. */
  chatbots: v.optional(v.array(ChatbotView)),
})
export type ListedQueueView = v.InferOutput<typeof ListedQueueView>

/** A queue with the options of its chatbot, its people and connections. */
export const WholeQueueView = v.object({
  ...QueueView.entries,
  chatbots: v.array(ChatbotView),
  userIds: v.array(v.number()),
  connectionIds: v.array(v.number()),
  /** Names this state of the options: an update that gives it back is refused when they have changed since. */
  chatbotsRevision: v.string(),
})
export type WholeQueueView = v.InferOutput<typeof WholeQueueView>

/** Three messages at their longest, the hours of a week, and a tree of options. */
const limits = { jsonBytesMax: chatbotBytesMax }

export const queueCalls = defineCalls({
  'GET /queue': { query: ListQueuesQuery, answer: v.array(ListedQueueView) },
  'GET /queue/:id': { params: IdParams, answer: WholeQueueView },
  'POST /queue': { body: QueueBody, limits, answer: WholeQueueView },
  'PUT /queue/:id': { params: IdParams, body: UpdateQueueBody, limits, answer: WholeQueueView },
  'DELETE /queue/:id': { params: IdParams, answer: Done },
})

declare module '../kernel/record/record-change.contract' {
  interface Records {
    queue: QueueView
  }
}
