import { type EventType, isEvent, type RecordedEvent } from '../../kernel/event/event-log'
import type { TicketStatus } from '../../ticket/ticket-status'
import type { TicketAssignment } from '../../ticket/ticket.policy'
import type { Trigger } from '../rule.contract'

export type Change =
  | { kind: 'created' }
  | { kind: 'status'; status: TicketStatus }
  | { kind: 'queue'; queueId: number }
  | { kind: 'tagAdded' | 'tagRemoved'; tagIds: readonly number[] }

/** Events whose data has the ticket's former and present place. */
const moves = [
  'ticket.queued',
  'ticket.accepted',
  'ticket.returned',
  'ticket.transferred',
  'ticket.closed',
  'ticket.ratingAwaited',
  'ticket.closeUndone',
  'ticket.acceptUndone',
  'ticket.transferUndone',
  'ticket.reopened',
  'ticket.updated',
] as const satisfies readonly EventType[]

export const changeTypes = [...moves, 'ticket.created', 'contact.tagsChanged', 'ticket.laneChanged'] as const

/** What happened, in the words of triggers. Changes of a contact's tags have no ticket. */
export function changesIn(event: RecordedEvent): readonly Change[] {
  if (isEvent(event, 'ticket.created')) {
    const { silent, after } = event.data
    return silent ? [] : [{ kind: 'created' }, ...enteredQueue(null, after.queueId)]
  }
  if (isEvent(event, 'contact.tagsChanged')) return tagChanges(event.data.added, event.data.removed)
  if (isEvent(event, 'ticket.laneChanged')) {
    const { fromTagIds, toTagId } = event.data
    return tagChanges(toTagId === null ? [] : [toTagId], fromTagIds)
  }
  // The ticket that continues elsewhere was closed, and the other created.
  if (isEvent(event, 'ticket.transferred') && event.data.toTicketId !== event.ticketId) return []
  const move = moveOf(event)
  if (!move) return []
  const { before, after } = move
  const isNew = before.status !== after.status
  return [
    ...(isNew ? [{ kind: 'status' as const, status: after.status }] : []),
    ...enteredQueue(before.queueId, after.queueId),
  ]
}

export function moveOf({
  type,
  data,
}: RecordedEvent): { before: TicketAssignment; after: TicketAssignment } | undefined {
  const isMove = (moves as readonly string[]).includes(type)
  return isMove && 'before' in data && 'after' in data
    ? { before: data.before as TicketAssignment, after: data.after as TicketAssignment }
    : undefined
}

function enteredQueue(before: number | null, after: number | null): Change[] {
  return after !== null && after !== before ? [{ kind: 'queue', queueId: after }] : []
}

function tagChanges(added: readonly number[], removed: readonly number[]): Change[] {
  return [
    ...(added.length > 0 ? [{ kind: 'tagAdded' as const, tagIds: added }] : []),
    ...(removed.length > 0 ? [{ kind: 'tagRemoved' as const, tagIds: removed }] : []),
  ]
}

export function fires(trigger: Trigger, change: Change): boolean {
  if (trigger.kind !== change.kind) return false
  switch (change.kind) {
    case 'created':
      return true
    case 'status':
      return trigger.statuses.length === 0 || trigger.statuses.includes(change.status)
    case 'queue':
      return trigger.queueIds.length === 0 || trigger.queueIds.includes(change.queueId)
    default:
      return trigger.tagIds.length === 0 || trigger.tagIds.some((id) => change.tagIds.includes(id))
  }
}
