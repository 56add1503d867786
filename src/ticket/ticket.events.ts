import type { AssignmentWhy } from './assignment/automatic/assignment-reason.contract'
import type { ContactEdit } from './ticket.contract'
import type { BotState } from './bot-state.contract'
import type { TicketPriority } from './ticket-priority.contract'
import { assignmentOf, type TicketAssignment } from './ticket.policy'
import type { TicketRow } from './ticket.queries'

interface TicketMove {
  before: TicketAssignment
  after: TicketAssignment
}

declare module '../kernel/event/event-log' {
  interface RequiredSubjects {
    ticket: 'ticketId'
    ticketNote: 'ticketId'
  }

  interface EventPayloads {
    /** `byTransfer`: without a greeting. */
    'ticket.created': { after: TicketAssignment; startedByUs: boolean; byTransfer?: true; silent?: true }
    /** `redirect`: by the waiting time. */
    'ticket.queued': TicketMove & { redirect: boolean }
    'ticket.chatBotStarted': { after: TicketAssignment }
    /** `greet`: it was waiting, and not greeted. */
    'ticket.accepted': TicketMove & { greet: boolean; undo?: AssignmentUndo }
    /** `isGone`: it was taken from an agent who was away. */
    'ticket.returned': TicketMove & { isGone?: true }
    /** `toTicketId`: the same, or a new one. Followed by `ticket.received`. */
    'ticket.transferred': TicketMove & {
      toTicketId: number
      message: string
      queueChanged: boolean
      undo?: AssignmentUndo
      resolvedAt?: number
    }
    'ticket.received': TicketMove
    'ticket.assigned': TicketMove & AssignmentWhy
    /** `byUserId`: who began the closing, if another completes it. */
    'ticket.closed': TicketMove & { farewell: boolean; byUserId?: number; undo?: CloseUndo }
    'ticket.ratingAwaited': TicketMove & { undo?: CloseUndo }
    /** `closedAt` (ms) and `kept`: of the closing. */
    'ticket.closeUndone': TicketMove & { closedAt: number; wasRated: boolean; kept: TicketSnapshot }
    /** `changedAt` (ms) and `kept`: of the change, and restored. */
    'ticket.acceptUndone': AssignmentUndone
    'ticket.transferUndone': AssignmentUndone
    'ticket.rated': { rate: number; ratedUserId: number | null }
    /** In ms; not given if nobody attended it. */
    'ticket.reopened': TicketMove & { resolvedAt?: number }
    'ticket.accessed': { after: TicketAssignment }
    'ticket.seen': { after: TicketAssignment }
    /** `text`: the old name, or the removed tags. */
    'ticket.contactEdited': { change: ContactEdit; text: string }
    'ticket.read': { after: TicketAssignment; unreadMessages: number }
    'ticket.botChanged': { kind: string | null }
    'ticket.snoozed': TicketMove
    'ticket.awoken': TicketMove
    'ticket.snoozeEnded': TicketMove
    'ticket.updated': TicketMove
    'ticket.priorityChanged': TicketMove & { priority: TicketPriority; fromPriority: TicketPriority }
    'ticket.merged': TicketMerge
    'ticket.unmerged': TicketMove
    'ticket.contactChanged': { fromContactId: number; toContactId: number; after: TicketAssignment }
    'ticket.deleted': { before: TicketAssignment; uuid: string; contactId: number }
    'ticketNote.created': { ticketNoteId: number }
    'ticketNote.deleted': { ticketNoteId: number }
  }
}

/** Messages are delayed until it is too late. */
export interface CloseUndo extends AssignmentUndo {
  rating: number | null
  ratingUserId: number | null
}

export interface AssignmentUndo {
  untilMs: number
  kept: TicketSnapshot
  updatedAt: number
  snoozedUntil: number | null
  /** Our later messages prevent undoing. */
  lastMessageId: number | null
}

interface AssignmentUndone extends TicketMove {
  changedAt: number
  kept: TicketSnapshot
  lastMessageId: number | null
}

export interface TicketMerge {
  fromTicketId: number
  from: TicketAssignment
  into: TicketAssignment
  after: TicketAssignment
  /** For undoing it: both tickets before, and the subject after. */
  kept: { from: TicketSnapshot; into: TicketSnapshot; merged: TicketSnapshot; noteIds: number[]; laneIds: number[] }
}

export interface TicketSnapshot extends TicketAssignment {
  isBot: boolean
  useIntegration: boolean
  amountUsedBotQueues: number
  automation: BotState | null
  unreadMessages: number
  queuedAt: number | null
  startedAt: number | null
  closedAt: number | null
}

/** When the ticket was resolved; undefined if nobody attended it. */
export function resolutionOf({ status, imported, bornClosed, createdAt, closedAt }: TicketRow) {
  const isUnattended = imported || (bornClosed && closedAt?.getTime() === createdAt.getTime())
  return status === 'closed' && closedAt && !isUnattended ? { resolvedAt: closedAt.getTime() } : {}
}

export function snapshotOf(ticket: TicketRow): TicketSnapshot {
  const { isBot, useIntegration, amountUsedBotQueues, automation, unreadMessages } = ticket
  const { queuedAt, startedAt, closedAt } = ticket
  return {
    ...assignmentOf(ticket),
    isBot,
    useIntegration,
    amountUsedBotQueues,
    automation,
    unreadMessages,
    queuedAt: queuedAt?.getTime() ?? null,
    startedAt: startedAt?.getTime() ?? null,
    closedAt: closedAt?.getTime() ?? null,
  }
}

/** Five seconds on the screen and one for the request. */
const undoMs = 6_000

export function undoOf({ now }: { now: Date }, before: TicketRow): AssignmentUndo {
  const { updatedAt, snoozedUntil, lastMessageId } = before
  const times = { updatedAt: updatedAt.getTime(), snoozedUntil: snoozedUntil?.getTime() ?? null }
  return { untilMs: now.getTime() + undoMs, kept: snapshotOf(before), ...times, lastMessageId }
}
