import * as v from 'valibot'
import { contactEdits } from '../ticket/contact-edit.contract'
import { Id } from '../kernel/http/body-values'

/**
 * `privateNote`: a colleague wrote a private note on the user's ticket. `scheduleRefused`: the user's message to the
 * ticket's contact was not sent, since the user may not see the ticket or open it.
 */
export const notificationKinds = [
  'transfer',
  'privateNote',
  'mention',
  'snoozeEnded',
  'scheduleRefused',
  // A colleague changed the contact of the user's ticket.
  ...contactEdits,
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** POST /notifications/read. Without a ticket, all of the user's. */
export const ReadNotificationsBody = v.object({ ticketId: v.optional(Id) })

/** PUT /notifications/seenWaiting. */
export const SeenWaitingBody = v.object({ until: v.pipe(v.string('required'), v.isoTimestamp('date')) })
