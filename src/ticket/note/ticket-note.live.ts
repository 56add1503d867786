import { hidesNumbers } from '../../contact/number/mask-number'
import type { CompanyContext } from '../../kernel/company/company-context'
import { isEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import type { LiveMessage, LivePresenter } from '../../kernel/live/live'
import { findTicketNote, maskNote } from './ticket-note.commands'
import '../ticket.events'
import { findTicketRow } from '../ticket.queries'
import { ticketTopics } from '../ticket-topics'

/** Publishes notes to the users who can see their ticket. */
export const ticketNoteLive: LivePresenter = (ctx, events) =>
  events.flatMap((event): LiveMessage[] => {
    const isDeleted = isEvent(event, 'ticketNote.deleted')
    if (!isDeleted && !isEvent(event, 'ticketNote.created')) return []
    const { number, ticketId, contactId } = event
    const topics = topicsOf(ctx, ticketId)
    const message = { event: 'ticketNote' as const, number }
    if (isDeleted) {
      return [{ ...message, topics, data: { action: 'delete', noteId: event.data.ticketNoteId, contactId } }]
    }
    const note = findTicketNote(ctx, event.data.ticketNoteId)
    if (!note) return []
    const messageTo = (to: string[], shown: typeof note): LiveMessage => ({
      ...message,
      topics: to,
      data: { action: 'create', note: shown },
    })
    if (!hidesNumbers(ctx)) return [messageTo(topics, note)]
    const plain = topics.filter((topic) => topic !== 'admin')
    return [messageTo(['admin'], note), ...(plain.length > 0 ? [messageTo(plain, maskNote(ctx, note))] : [])]
  })

function topicsOf(ctx: CompanyContext, ticketId: TicketId) {
  const ticket = findTicketRow(ctx, ticketId)
  return ticket ? ticketTopics(ticket) : []
}
