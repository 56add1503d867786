import type { WatchedTable } from '../kernel/database/changed-rows'
import type { CompanyContext } from '../kernel/company/company-context'
import type { ConnectionId, ContactId, MessageId, TicketId } from '../kernel/ids'
import type { ContactMessage, TicketView } from './ticket.answers'
import type { TicketRow } from './ticket.queries'

export type LastMessageMark = NonNullable<TicketView['lastMessageMark']>

export interface MatchingTickets {
  text: string
  values: string[]
  /** Older messages match, too, but were not read. */
  isCut: boolean
  /** The newest matching message of each ticket. */
  hits: ReadonlyMap<TicketId, MessageId>
}

/** What tickets need from messages, a later domain. Implemented in `src/ports.ts`. */
export interface TicketMessagesPort {
  /** Tickets with messages that contain the folded text; undefined when it contains no word. */
  search(ctx: CompanyContext, text: string): MatchingTickets | undefined
  excerpts(ctx: CompanyContext, ids: readonly MessageId[], text: string): ReadonlyMap<MessageId, string>
  lastInboundMs(
    ctx: CompanyContext,
    of: { contactId: ContactId; connectionId: ConnectionId | null },
  ): number | undefined
  /** Whether we have written to the contact on the ticket after this message, a person or automatically. */
  wasWrittenTo(ctx: CompanyContext, ticketId: TicketId, afterId: MessageId | null): boolean
  /** Marks the conversation as read, for the contact too where the user's reading counts. */
  markRead(ctx: CompanyContext, ticket: TicketRow): void
  /** Data of the tickets' last messages for lists. */
  marks(ctx: CompanyContext, ids: readonly MessageId[]): ReadonlyMap<MessageId, LastMessageMark>
  /** The contact's last message of each ticket on which only automatic messages followed it. */
  contactMessages(ctx: CompanyContext, ids: readonly TicketId[]): ReadonlyMap<TicketId, ContactMessage>
  /** The tables with this data. */
  sources: readonly WatchedTable[]
}

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    ticketMessages: TicketMessagesPort
  }
}

export const ticketMessages = (ctx: CompanyContext): TicketMessagesPort => ctx.company.services.ports.ticketMessages
