import { hidesNumbers } from '../../contact/number/mask-number'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { TicketId } from '../../kernel/ids'
import { type LiveMessage, presentEach } from '../../kernel/live/live'
import { findTicketNote, maskNote } from './ticket-note.commands'
import '../ticket.events'
import { findTicketRow } from '../ticket.queries'
import { ticketTopics } from '../ticket-topics'

/** Publishes notes to the users who can see their ticket. */
export const ticketNoteLive = presentEach({
  'ticketNote.deleted': (ctx, { number, ticketId, contactId, data }) => [
    {
      topics: topicsOf(ctx, ticketId),
      event: 'ticketNote',
      number,
      data: { action: 'delete', noteId: data.ticketNoteId, contactId },
    },
  ],
  'ticketNote.created': (ctx, { number, ticketId, data }) => {
    const note = findTicketNote(ctx, data.ticketNoteId)
    if (!note) return []
    const topics = topicsOf(ctx, ticketId)
    const messageTo = (to: string[], shown: typeof note): LiveMessage => ({
      event: 'ticketNote',
      number,
      topics: to,
      data: { action: 'create', note: shown },
    })
    if (!hidesNumbers(ctx)) return [messageTo(topics, note)]
    const plain = topics.filter((topic) => topic !== 'admin')
    return [messageTo(['admin'], note), ...(plain.length > 0 ? [messageTo(plain, maskNote(ctx, note))] : [])]
  },
})

function topicsOf(ctx: CompanyContext, ticketId: TicketId) {
  const ticket = findTicketRow(ctx, ticketId)
  return ticket ? ticketTopics(ticket) : []
}
