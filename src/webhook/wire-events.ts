import type { EventType, RecordedEvent } from '../kernel/event/event-log'
import { isEvent } from '../kernel/event/event-log'
import '../contact/contact.events'
import '../message/message.events'
import '../ticket/ticket.events'
import { keysOf, isKeyOf } from '../kernel/typed-object.contract'

/** Names of events for receivers, as documented in docs/webhooks.md. */
const wireEvents = {
  'contact.created': 'contact.created',
  'message.received': 'message.received',
  'message.sent': 'message.sent',
  'message.delivered': 'message.status',
  'ticket.created': 'ticket.created',
  'ticket.accepted': 'ticket.opened',
  'ticket.queued': 'ticket.pending',
  'ticket.returned': 'ticket.pending',
  'ticket.transferred': 'ticket.transferred',
  'ticket.closed': 'ticket.closed',
  'ticket.reopened': 'ticket.reopened',
  'ticket.closeUndone': 'ticket.reopened',
  'ticket.acceptUndone': 'ticket.pending',
  'ticket.transferUndone': 'ticket.transferred',
  'ticket.rated': 'ticket.rated',
} as const satisfies Partial<Record<EventType, string>>

export const deliveredTypes = keysOf(wireEvents)

/**
 * Returns the event's name for receivers; undefined for events that are not delivered, such as private notes and
 * imported history.
 */
export function wireEventOf(event: RecordedEvent): string | undefined {
  if (isEvent(event, 'message.sent') && event.data.isPrivate) return undefined
  if (isEvent(event, 'contact.created') && event.data.history) return undefined
  if (isEvent(event, 'ticket.created') && event.data.silent) return undefined
  return isKeyOf(wireEvents, event.type) ? wireEvents[event.type] : undefined
}
