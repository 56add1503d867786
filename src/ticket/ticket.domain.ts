import { eq, notInArray } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { clearReferences } from '../kernel/company/batches'
import type { Domain } from '../platform/domain'
import { clearQueue } from './assignment/clear-queue'
import { returnTicketsOfDeletedUser, returnTicketsBeforeDeletion } from './assignment/return-tickets-of-deleted-user'
import { ticketTagRoutes } from './change/ticket-tag.routes'
import { ticketLive } from './ticket.live'
import { ticketNoteRoutes, ticketRoutes } from './ticket.routes'
import { hidesNumbers } from '../contact/number/mask-number'
import { type CompanyContext, withActor } from '../kernel/company/company-context'
import type { TicketId, ContactId } from '../kernel/ids'
import { type LiveMessage, presentEach } from '../kernel/live/live'
import { findTicketNote, maskNote } from './note/ticket-note.commands'
import './ticket.events'
import { findTicketRow } from './ticket.queries'
import { ticketTable } from './ticket.tables'
import { ticketTopics, topicsOfActor } from './ticket-topics'
import type { LocalJob } from '../kernel/job/jobs'
import { findActor } from '../user/actor.queries'
import { closeSome } from './closing/close-all-tickets'
import { closeSomeImported } from './closing/close-imported-tickets'
import { wakeOnTime } from './change/snooze-ticket'
import '../contact/contact.events'
import { reaction, recordEvent } from '../kernel/event/event-log'
import { findTag } from '../tag/tag.queries'
import '../tag/tag.record'
import { removeTicketsOfContact } from './closing/delete-ticket'
import { listActiveTicketIds } from './list/tickets-of-contact'
import { followContactMerge } from './merge/follow-contact-merge'
import { followContactUnmerge } from './merge/follow-contact-unmerge'
import type { ContactEdit } from './contact-edit.contract'
import { ticketCalls, ticketNoteCalls, ticketTagCalls } from './ticket.calls'
import { TicketContact, TicketNoteView, TicketView } from './ticket.answers'
import { countTicketsOfContact } from './list/count-tickets-of-contact'

const ticketReactions = [
  reaction('contact.merged', (ctx, { data, contactId }) => followContactMerge(ctx, data.fromContactId, contactId)),
  reaction('contact.unmerged', (ctx, { data, contactId }) => followContactUnmerge(ctx, data, contactId)),
  reaction('contact.blocked', (ctx, { contactId, data }) => {
    noteContactEdit(ctx, contactId, { change: data.active ? 'unblocked' : 'blocked', text: '' })
  }),
  reaction('contact.updated', (ctx, { contactId, data: { oldName, switched = {} } }) => {
    if (oldName !== undefined) noteContactEdit(ctx, contactId, { change: 'renamed', text: oldName })
    const { disableBot, acceptAudioMessage } = switched
    if (disableBot !== undefined) noteContactEdit(ctx, contactId, { change: disableBot ? 'botOff' : 'botOn', text: '' })
    if (acceptAudioMessage !== undefined) {
      noteContactEdit(ctx, contactId, { change: acceptAudioMessage ? 'audioOn' : 'audioOff', text: '' })
    }
  }),
  reaction('contact.tagsChanged', (ctx, { contactId, data: { removed } }) => {
    const names = removed.map((id) => findTag(ctx, id)?.name ?? '')
    if (names.length > 0) noteContactEdit(ctx, contactId, { change: 'untagged', text: names.join(', ') })
  }),
  reaction('contact.deleted', (ctx, { contactId }) => removeTicketsOfContact(ctx, contactId)),
]

function noteContactEdit(ctx: CompanyContext, contactId: ContactId, edit: { change: ContactEdit; text: string }) {
  for (const ticketId of listActiveTicketIds(ctx, contactId)) {
    recordEvent(ctx, 'ticket.contactEdited', { ticketId, contactId }, edit)
  }
}

const closeAllJob: LocalJob<'ticket.closeAll'> = {
  attemptsMax: 5,
  run(ctx, { userId, status, ticketIds }) {
    const actor = userId === undefined ? undefined : findActor(ctx, userId)
    closeSome(actor ? withActor(ctx, actor) : ctx, status, ticketIds)
  },
}

const closeImportedJob: LocalJob<'ticket.closeImported'> = {
  attemptsMax: 5,
  run(ctx, { userId, connectionId }) {
    const actor = userId === undefined ? undefined : findActor(ctx, userId)
    closeSomeImported(actor ? withActor(ctx, actor) : ctx, connectionId)
  },
}

const wakeJob: LocalJob<'ticket.wake'> = { attemptsMax: 10, run: wakeOnTime }

const ticketNoteLive = presentEach({
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

export const ticketDomain = {
  name: 'ticket',
  calls: { ...ticketCalls, ...ticketNoteCalls, ...ticketTagCalls },
  views: { TicketContact, TicketNoteView, TicketView },
  routes: ({ guard }) =>
    new Elysia({ name: 'ticket' }).use(ticketTagRoutes(guard)).use(ticketRoutes(guard)).use(ticketNoteRoutes(guard)),
  reactions: [...ticketReactions, returnTicketsOfDeletedUser],
  presenters: [ticketLive, ticketNoteLive],
  jobs: { 'ticket.closeAll': closeAllJob, 'ticket.closeImported': closeImportedJob, 'ticket.wake': wakeJob },
  beforeDelete: {
    // Closed tickets are on no screen, so nothing is published.
    queue: [clearQueue, clearReferences(ticketTable.queueId, ticketTable.id, eq(ticketTable.status, 'closed'))],
    user: [
      returnTicketsBeforeDeletion,
      clearReferences(ticketTable.userId, ticketTable.id, notInArray(ticketTable.status, ['open', 'group'])),
    ],
    connection: clearReferences(ticketTable.connectionId, ticketTable.id),
  },
  topics: (_, actor) => topicsOfActor(actor),
  ports: { contactRecords: [countTicketsOfContact] },
} satisfies Domain
