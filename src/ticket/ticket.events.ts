import type { ContactEdit } from './contact-edit.contract'
import type { BotState } from './bot-state.contract'
import type { TicketAssignment } from './ticket.policy'
import type { TicketRow } from './ticket.queries'

/** The assignment before and after. Decides who receives the event and what the ticket log shows. */
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
    /** `byTransfer`: continues a ticket that was closed by its transfer; no greeting is sent. */
    'ticket.created': { after: TicketAssignment; startedByUs: boolean; byTransfer?: true; silent?: true }
    /** The queue was set automatically; `redirect` when the waiting time triggered it. */
    'ticket.queued': TicketMove & { redirect: boolean }
    'ticket.chatBotStarted': { after: TicketAssignment }
    /** A user accepted it. `greet`: it was waiting, and the greeting was not sent on it yet. */
    'ticket.accepted': TicketMove & { greet: boolean; undo?: AssignmentUndo }
    'ticket.returned': TicketMove
    /**
     * A user transferred it. The conversation continues in `toTicketId`: the same ticket, or a new one if the company closes
     * tickets on transfer. `message` is the note for the colleague. Followed by `ticket.received`.
     */
    'ticket.transferred': TicketMove & {
      toTicketId: number
      message: string
      queueChanged: boolean
      undo?: AssignmentUndo
      resolvedAt?: number
    }
    'ticket.received': TicketMove
    /** A bot assigned it to the user whom the contact chose. Follows `ticket.updated`. */
    'ticket.assigned': TicketMove
    /** `farewell`: closing messages are sent. `byUserId`: the agent who began the closing, when something else completes it. */
    'ticket.closed': TicketMove & { farewell: boolean; byUserId?: number; undo?: CloseUndo }
    /** A user resolved it and the contact is asked for a rating (status nps). */
    'ticket.ratingAwaited': TicketMove & { undo?: CloseUndo }
    /** Its closing was undone. `closedAt` (ms) and `kept`: time and status of the closing. */
    'ticket.closeUndone': TicketMove & { closedAt: number; wasRated: boolean; kept: TicketSnapshot }
    /**
     * Its acceptance or transfer was undone. `changedAt` (ms) and `kept`: the time of the change and the restored
     * state.
     */
    'ticket.acceptUndone': AssignmentUndone
    'ticket.transferUndone': AssignmentUndone
    'ticket.rated': { rate: number; ratedUserId: number | null }
    /** `resolvedAt`: when it had been resolved, in ms; also of a transfer that reopens. Not given if nobody had attended it. */
    'ticket.reopened': TicketMove & { resolvedAt?: number }
    'ticket.accessed': { after: TicketAssignment }
    /** A user opened it while it waits. */
    'ticket.seen': { after: TicketAssignment }
    /** Somebody changed its contact. `text`: the old name, or the removed tags. */
    'ticket.contactEdited': { change: ContactEdit; text: string }
    /** The unread count was reset because a user opened it. */
    'ticket.read': { after: TicketAssignment; unreadMessages: number }
    /** A bot took or released the conversation without a message of the contact. */
    'ticket.botChanged': { kind: string | null }
    'ticket.snoozed': TicketMove
    /** A user ended the snooze. */
    'ticket.awoken': TicketMove
    'ticket.snoozeEnded': TicketMove
    'ticket.updated': TicketMove
    'ticket.merged': TicketMerge
    /** A merge of tickets was undone; recorded for each of the two. */
    'ticket.unmerged': TicketMove
    /** It moved to another contact by a merge of contacts. */
    'ticket.contactChanged': { fromContactId: number; toContactId: number; after: TicketAssignment }
    'ticket.deleted': { before: TicketAssignment; uuid: string; contactId: number }
    'ticketNote.created': { ticketNoteId: number }
    'ticketNote.deleted': { ticketNoteId: number }
  }
}

/**
 * Data for undoing the closing of a ticket. Messages to the contact are delayed until undoing is no longer possible.
 */
export interface CloseUndo extends AssignmentUndo {
  rating: number | null
  ratingUserId: number | null
}

export interface AssignmentUndo {
  /** Milliseconds since 1970. */
  untilMs: number
  kept: TicketSnapshot
  updatedAt: number
  snoozedUntil: number | null
  /** Our later messages are part of the change, or prevent undoing it. */
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

/** A ticket's state. Times are milliseconds since 1970. */
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

/** When a ticket that is being reopened was resolved, unless nobody had attended it. */
export function resolutionOf({ status, imported, bornClosed, createdAt, closedAt }: TicketRow) {
  const isUnattended = imported || (bornClosed && closedAt?.getTime() === createdAt.getTime())
  return status === 'closed' && closedAt && !isUnattended ? { resolvedAt: closedAt.getTime() } : {}
}

export function assignmentOf({ status, userId, queueId }: TicketAssignment): TicketAssignment {
  return { status, userId, queueId }
}

/** A ticket's state as stored in the event log. */
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

/** Time to undo a change of a ticket: five seconds on the screen and one for the request. */
const undoMs = 6_000

export function undoOf({ now }: { now: Date }, before: TicketRow): AssignmentUndo {
  const { updatedAt, snoozedUntil, lastMessageId } = before
  const times = { updatedAt: updatedAt.getTime(), snoozedUntil: snoozedUntil?.getTime() ?? null }
  return { untilMs: now.getTime() + undoMs, kept: snapshotOf(before), ...times, lastMessageId }
}
