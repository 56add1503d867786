import { isAdmin } from '../kernel/company/actor'
import * as v from 'valibot'
import { IdParams } from '../kernel/http/request-parts'
import { defineRecord } from '../kernel/record/define-record'
import { viewOf } from '../kernel/record/record-view'
import { chatbotBytesMax, ChatbotView } from './chatbot/chatbot.calls'
import { ListQueuesQuery, QueueBody, UpdateQueueBody } from './queue.contract'
import { QueueSla } from './sla/queue-sla.contract'
import { DaySchedule } from './hours/opening-hours.contract'
import { queueTable } from './queue.tables'

export const QueueView = viewOf(queueTable, { sla: v.nullable(QueueSla), schedules: v.array(DaySchedule) })
export type QueueView = v.InferOutput<typeof QueueView>

export const ListedQueueView = v.object({
  ...QueueView.entries,
  /** Absent with `chatbots=false`. */
  chatbots: v.optional(v.array(ChatbotView)),
})
export type ListedQueueView = v.InferOutput<typeof ListedQueueView>

export const WholeQueueView = v.object({
  ...QueueView.entries,
  chatbots: v.array(ChatbotView),
  userIds: v.array(v.number()),
  connectionIds: v.array(v.number()),
  /** An update with an older one is refused. */
  chatbotsRevision: v.string(),
})
export type WholeQueueView = v.InferOutput<typeof WholeQueueView>

declare module '../kernel/record/record-change.contract' {
  interface Records {
    queue: QueueView
  }
}

const limits = { jsonBytesMax: chatbotBytesMax }

export const queueRecords = defineRecord({
  subject: 'queue',
  path: '/queue',
  table: queueTable,
  view: QueueView,
  unaudited: ['chatbotCount', 'lostTargetCount'],
  notFound: 'ERR_NO_QUEUE_FOUND',
  uniqueName: { taken: 'ERR_QUEUE_NAME_ALREADY_EXISTS' },
  read: 'everyone',
  change: isAdmin,
  sort: (a, b) => a.orderQueue - b.orderQueue || a.id - b.id,
  calls: {
    'GET /queue': { query: ListQueuesQuery, answer: v.array(ListedQueueView) },
    'GET /queue/:id': { params: IdParams, answer: WholeQueueView },
    'POST /queue': { body: QueueBody, limits, answer: WholeQueueView },
    'PUT /queue/:id': { params: IdParams, body: UpdateQueueBody, limits, answer: WholeQueueView },
  },
})
