import * as v from 'valibot'
import { contactEdits } from '../ticket/ticket.contract'
import { Id } from '../kernel/http/body-values'

/** `scheduleRefused`: the author may not see the ticket or open it. */
export const notificationKinds = [
  'transfer',
  'privateNote',
  'mention',
  'snoozeEnded',
  'scheduleRefused',
  'ruleOff',
  'slaWarned',
  'slaBreached',
  ...contactEdits,
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const ReadNotificationsBody = v.object({ ticketId: v.optional(Id) })

export const SeenWaitingBody = v.object({ until: v.pipe(v.string('required'), v.isoTimestamp('date')) })
