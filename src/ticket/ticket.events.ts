import type { BotState } from './bot-state'
import type { TicketAssignment } from './ticket.policy'

/** Where the ticket stood and stands: decides who is told, and what the ticket log shows. */
export interface TicketMove {
  before: TicketAssignment
  after: TicketAssignment
}

declare module '../kernel/event-log' {
  interface EventPayloads {
    /** `byTransfer`: takes over from a ticket that closed on its transfer; nothing greets on it. */
    'ticket.created': { after: TicketAssignment; startedByUs: boolean; byTransfer?: true; silent?: true }
    /** A queue was set without a person's transfer; `redirect` when the waiting time chose it. */
    'ticket.queued': TicketMove & { redirect: boolean }
    'ticket.chatBotStarted': { after: TicketAssignment }
    /** A person took it. `greet`: it waited, and the accepted greeting was not sent on it yet. */
    'ticket.accepted': TicketMove & { greet: boolean }
    'ticket.returned': TicketMove
    /**
     * A person handed it on. `toTicketId` is where the conversation goes on: the same ticket, or the new one when the
     * company closes tickets on transfer. `message` is the note for the colleague. Followed by `ticket.received`.
     */
    'ticket.transferred': TicketMove & { toTicketId: number; message: string; queueChanged: boolean }
    'ticket.received': TicketMove
    /** `farewell`: words to the contact are wanted. `byUserId`: whose closing it completes, when somebody else triggers it. */
    'ticket.closed': TicketMove & { farewell: boolean; byUserId?: number }
    /** The person closed it and the contact is to be asked for a rating (status nps). */
    'ticket.ratingAwaited': TicketMove
    'ticket.rated': { rate: number; ratedUserId: number | null }
    'ticket.reopened': TicketMove
    /** Opened by a person; at most once an hour each. */
    'ticket.accessed': { after: TicketAssignment }
    /** The unread count went to zero because somebody looked. */
    'ticket.read': { after: TicketAssignment; unreadMessages: number }
    /** Anything a row shows that is none of the above. */
    'ticket.updated': TicketMove
    /** The subject took in the younger ticket of the same person on the same connection. */
    'ticket.merged': TicketMerge
    /** A merge of tickets was undone; once for each of the two. */
    'ticket.unmerged': TicketMove
    /** It followed its contact, of whom another record was merged. */
    'ticket.contactChanged': { fromContactId: number; toContactId: number; after: TicketAssignment }
    'ticket.deleted': { before: TicketAssignment; uuid: string; contactId: number }
    'ticketNote.created': { ticketNoteId: number }
    'ticketNote.deleted': { ticketNoteId: number }
  }
}

export interface TicketMerge {
  fromTicketId: number
  from: TicketAssignment
  into: TicketAssignment
  after: TicketAssignment
  /** What undoing it needs: how both stood before, and how the subject stood after. */
  kept: { from: TicketSnapshot; into: TicketSnapshot; merged: TicketSnapshot; noteIds: number[]; laneIds: number[] }
}

/** How far a ticket had come. Times are milliseconds since 1970. */
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

/** The part of a ticket that decides who may see it. */
export function assignmentOf({ status, userId, queueId }: TicketAssignment): TicketAssignment {
  return { status, userId, queueId }
}
