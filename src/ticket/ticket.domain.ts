import { eq, notInArray, and, ne, inArray, count } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { clearReferences, type LongWork } from '../kernel/company/batches'
import type { Domain } from '../platform/domain'
import { ticketPerson } from './ticket.person'
import { ticketLive } from './ticket.live'
import { ticketNoteRoutes, ticketRoutes } from './ticket.routes'
import { type CompanyContext, withActor, asSystem, requirePlan } from '../kernel/company/company-context'
import type { TicketId, ContactId, QueueId, UserId, TagId } from '../kernel/ids'
import { type LiveMessage, presentEach } from '../kernel/live/live'
import { findTicketNote, maskNote } from './note/ticket-note.commands'
import { findTicketRow, getTicketRow, getTicket } from './ticket.queries'
import { ticketTable, ticketNoteTable } from './ticket.tables'
import type { LocalJob } from '../kernel/job/jobs'
import { findActor } from '../user/actor.queries'
import { closeSome } from './closing/close-all-tickets'
import { closeSomeImported } from './closing/close-imported-tickets'
import { wakeOnTime } from './change/snooze-ticket'
import { reaction, recordEvent } from '../kernel/event/event-log'
import { findTag, findTicketLane } from '../tag/tag.queries'
import { removeTicketsOfContact } from './closing/delete-ticket'
import { listActiveTicketIds } from './list/tickets-of-contact'
import { followContactMerge, followContactUnmerge } from './follow-contact-merge'
import type { ContactEdit } from './ticket.contract'
import { ticketCalls, ticketNoteCalls, ticketTagCalls } from './ticket.calls'
import { TicketContact, TicketNoteView, TicketView } from './ticket.answers'
import { statement } from '../kernel/database/statement'
import { assignmentOf, ticketTopics, topicsOfActor } from './ticket.policy'
import { assignWaitingJob } from './assignment/automatic/assign-waiting'
import { assignmentReactions } from './assignment/automatic/assignment-reactions'
import { reassignJob } from './assignment/automatic/reassign-gone'
import { returnTicket } from './assignment/return-ticket'
import { alias } from 'drizzle-orm/sqlite-core'
import { oneRow, scalar } from '../kernel/database/expressions'
import { answerCalls } from '../kernel/http/answer-calls'
import { refuse } from '../kernel/errors'
import type { UserGuard } from '../kernel/http/user-guard'
import { moveToLane } from './board/move-to-lane'
import { hidesNumbers } from '../setting/setting.queries'

const ticketReactions = [
  ...assignmentReactions,
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
  reaction('user.deleted', (ctx, { data: { userId } }) => {
    for (const { id } of attended.all(ctx, { userId, limit: -1 })) returnTicket(asSystem(ctx), id)
  }),
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
  person: ticketPerson,
  calls: { ...ticketCalls, ...ticketNoteCalls, ...ticketTagCalls },
  views: { TicketContact, TicketNoteView, TicketView },
  routes: ({ guard }) =>
    new Elysia({ name: 'ticket' }).use(ticketTagRoutes(guard)).use(ticketRoutes(guard)).use(ticketNoteRoutes(guard)),
  reactions: ticketReactions,
  presenters: [ticketLive, ticketNoteLive],
  jobs: {
    'queue.assign': assignWaitingJob,
    'queue.reassign': reassignJob,
    'ticket.closeAll': closeAllJob,
    'ticket.closeImported': closeImportedJob,
    'ticket.wake': wakeJob,
  },
  beforeDelete: {
    // Closed tickets are on no screen, so nothing is published.
    queue: [clearQueue, clearReferences(ticketTable.queueId, ticketTable.id, eq(ticketTable.status, 'closed'))],
    user: [
      returnTickets,
      clearReferences(ticketTable.userId, ticketTable.id, notInArray(ticketTable.status, ['open', 'group'])),
    ],
    connection: clearReferences(ticketTable.connectionId, ticketTable.id),
  },
  topics: (_, actor) => topicsOfActor(actor),
  ports: { contactRecords: [countTicketsOfContact] },
} satisfies Domain

const statements = {
  present: statement((db, v: { queueId: QueueId }) =>
    db
      .select({ id: ticketTable.id })
      .from(ticketTable)
      .where(and(eq(ticketTable.queueId, v.queueId), ne(ticketTable.status, 'closed')))
      .limit(500),
  ),
  leave: statement((db, v: { id: TicketId }) =>
    db.update(ticketTable).set({ queueId: null }).where(eq(ticketTable.id, v.id)),
  ),
}

/** The order in lists stays. Users who saw them only through the queue get their removal. */
function clearQueue(ctx: CompanyContext, queueId: QueueId): LongWork<{ id: TicketId }> {
  return {
    next: () => statements.present.all(ctx, { queueId }),
    work({ id }) {
      const before = getTicketRow(ctx, id)
      statements.leave.run(ctx, { id })
      const move = { before: assignmentOf(before), after: { ...assignmentOf(before), queueId: null } }
      recordEvent(ctx, 'ticket.updated', { ticketId: id, contactId: before.contactId }, move)
    },
  }
}

const attended = statement((db, v: { userId: UserId; limit: number }) =>
  db
    .select({ id: ticketTable.id })
    .from(ticketTable)
    .where(and(eq(ticketTable.userId, v.userId), inArray(ticketTable.status, ['open', 'group'])))
    .limit(v.limit),
)

function returnTickets(ctx: CompanyContext, userId: UserId): LongWork<{ id: TicketId }> {
  return {
    next: () => attended.all(ctx, { userId, limit: 500 }),
    work: ({ id }) => void returnTicket(asSystem(ctx), id),
  }
}

const twin = alias(ticketTable, 'twin')

const counts = statement((db, { fromId, intoId }: { fromId: ContactId; intoId: ContactId }) =>
  db
    .select({
      tickets: db.$count(ticketTable, eq(ticketTable.contactId, fromId)),
      notes: db.$count(ticketNoteTable, eq(ticketNoteTable.contactId, fromId)),
      twinTickets: scalar(
        db
          .select({ n: count() })
          .from(ticketTable)
          .innerJoin(
            twin,
            and(eq(twin.connectionId, ticketTable.connectionId), eq(twin.contactId, intoId), ne(twin.status, 'closed')),
          )
          .where(and(eq(ticketTable.contactId, fromId), ne(ticketTable.status, 'closed'))),
      ),
    })
    .from(oneRow),
)

function countTicketsOfContact(ctx: CompanyContext, fromId: ContactId, intoId: ContactId) {
  const { tickets = 0, notes = 0, twinTickets } = counts.get(ctx, { fromId, intoId }) ?? {}
  return { tickets, notes, twinTickets: twinTickets ?? 0 }
}

function ticketTagRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'ticket-tag-routes' }).use(guard)
  return answerCalls(app, ticketTagCalls, {
    'PUT /ticket-tags/:ticketId/:tagId': ({ ctx, params, query }) => {
      requirePlan(ctx, 'useKanban')
      return moveTicketToLane(ctx, params.ticketId, params.tagId, query.from)
    },
    'DELETE /ticket-tags/:ticketId': ({ ctx, params, query }) =>
      moveTicketToLane(ctx, params.ticketId, null, query.from),
  })
}

/** Null removes it. @throws Refusal ERR_TICKET_MOVED when it is in neither lane */
export function moveTicketToLane(ctx: CompanyContext, ticketId: TicketId, tagId: TagId | null, from?: TagId | 'none') {
  return ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    const currentTagId = findTicketLane(ctx, ticketId)?.tagId ?? null
    const expected = from === 'none' ? null : (from ?? currentTagId)
    if (currentTagId !== expected && currentTagId !== tagId) refuse('ERR_TICKET_MOVED')
    moveToLane(ctx, ticket, tagId)
    return { ticketId, tagId }
  })
}
