import * as v from 'valibot'
import { defineCalls, Done } from '../kernel/http/calls'
import { notificationKinds, ReadNotificationsBody, SeenWaitingBody } from './notification.contract'

export const NotificationView = v.object({
  id: v.number(),
  kind: v.picklist(notificationKinds),
  ticketId: v.number(),
  ticketUuid: v.string(),
  contact: v.object({ name: v.string(), urlPicture: v.string() }),
  from: v.nullable(v.object({ id: v.number(), name: v.string() })),
  /** The beginning of the note, or of the message of a transfer; may be empty. */
  text: v.string(),
  createdAt: v.string(),
})
export type NotificationView = v.InferOutput<typeof NotificationView>

export const notificationCalls = defineCalls({
  'GET /notifications': { answer: v.object({ notifications: v.array(NotificationView) }) },
  'POST /notifications/read': { body: ReadNotificationsBody, answer: Done },
  'GET /notifications/seenWaiting': { answer: v.object({ until: v.nullable(v.string()) }) },
  'PUT /notifications/seenWaiting': { body: SeenWaitingBody, answer: Done },
})

/** Published to the notified user only. A new one replaces the ticket's earlier one of its kind. */
export type NotificationEvent =
  { action: 'create'; notification: NotificationView } | { action: 'delete'; notificationIds: number[] }

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    notification: NotificationEvent
  }
}
