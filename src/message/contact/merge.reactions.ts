import '../../contact/contact.events'
import type { CompanyContext } from '../../kernel/company/company-context'
import { reaction, recordEvent } from '../../kernel/event/event-log'
import type { ContactId, TicketId } from '../../kernel/ids'
import '../../ticket/ticket.events'
import { followContactUnmerge } from './follow-contact-unmerge'
import type { AuthorChange } from '../message.events'
import { listMessagesOutside } from './messages-of-contact.view'

/** Moves messages with their author and ticket when two contacts are merged, and when a merge is undone. */
export const mergeReactions = [
  reaction('contact.merged', (ctx, { data, contactId }) => followAuthor(ctx, data.fromContactId, contactId)),
  reaction('ticket.merged', (ctx, { data, ticketId }) => followTicket(ctx, data.fromTicketId, ticketId)),
  reaction('contact.unmerged', (ctx, { data, contactId }) => followContactUnmerge(ctx, data, contactId)),
]

/** The tickets have moved already, so authorship follows from the owner of the ticket. */
function followAuthor(ctx: CompanyContext, fromId: ContactId, intoId: ContactId) {
  const { sqlite } = ctx.company
  const messageIds = listMessagesOutside(ctx, fromId, intoId)
  sqlite.query('UPDATE message SET contact_id = ? WHERE contact_id = ?').run(intoId, fromId)
  // If both contacts had reacted, the reaction of the remaining one is kept.
  const moved = sqlite
    .query<{ id: number }, [number, number]>(
      'UPDATE OR IGNORE message_reaction SET author = ? WHERE author = ? RETURNING message_id AS id',
    )
    .all(intoId, fromId)
  const dropped = sqlite
    .query<AuthorChange['dropped'][number], [number]>(
      'DELETE FROM message_reaction WHERE author = ? RETURNING message_id AS messageId, emoji, at',
    )
    .all(fromId)
  if (messageIds.length + moved.length + dropped.length === 0) return
  const reactedIds = moved.map(({ id }) => id)
  const change = { fromContactId: fromId, messageIds, reactedIds, dropped }
  recordEvent(ctx, 'contact.authorChanged', { contactId: intoId }, change)
}

function followTicket(ctx: CompanyContext, fromId: TicketId, intoId: TicketId) {
  const moved = ctx.company.sqlite
    .query<{ id: number }, [number, number]>('UPDATE message SET ticket_id = ? WHERE ticket_id = ? RETURNING id')
    .all(intoId, fromId)
  const messageIds = moved.map(({ id }) => id)
  if (moved.length > 0) {
    recordEvent(ctx, 'ticket.messagesMoved', { ticketId: intoId }, { fromTicketId: fromId, messageIds })
  }
}
