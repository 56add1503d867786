import { getContactRow, isGroupContact } from '../contact/contact.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import { reaction } from '../kernel/event/event-log'
import type { TicketId, UserId } from '../kernel/ids'
import { isWaiting, type TicketAssignment } from '../ticket/ticket.policy'
import { getTicketRow, isImportedTicket, type TicketRow } from '../ticket/ticket.queries'
import { addFigures, type Figures } from './attendance-figures'

const promoterRate = 5
const detractorRateMax = 3

/** Work stays counted when its ticket or contact is deleted. */
export const reportReactions = [
  reaction('contact.created', (ctx, { contactId, data: { history } }) => {
    if (!history && !isGroupContact(ctx, contactId)) addFigures(ctx, ctx.now, null, { leads: 1 })
  }),
  // Both contacts were counted when they were created.
  reaction('contact.merged', (ctx, { data: { from } }) => {
    // Imported contacts are no leads.
    if (!from.isGroup && !from.importId) addFigures(ctx, from.createdAt, null, { leads: -1 })
  }),
  reaction('contact.unmerged', (ctx, { data: { fromContactId } }) => {
    const { isGroup, importId, createdAt } = getContactRow(ctx, fromContactId)
    if (!isGroup && importId === null) addFigures(ctx, createdAt, null, { leads: 1 })
  }),
  reaction('ticket.created', (ctx, { ticketId, data: { after, startedByUs, silent } }) => {
    if (silent || after.status === 'closed' || isImportedTicket(ctx, ticketId)) return
    addFigures(ctx, ctx.now, null, startedByUs ? { active: 1 } : { passive: 1 })
    if (after.userId !== null) addFigures(ctx, ctx.now, after.userId, { started: 1 })
  }),
  reaction('ticket.accepted', (ctx, { ticketId, data: { after } }) =>
    begin(ctx, ticketId, after.userId, { waited: true }),
  ),
  reaction('ticket.reopened', (ctx, { ticketId, data: { before, after, resolvedAt } }) => {
    uncountResolution(ctx, before, resolvedAt)
    begin(ctx, ticketId, after.userId, { waited: false })
  }),
  reaction('ticket.transferred', (ctx, { ticketId, data: { before, after, toTicketId, resolvedAt } }) => {
    uncountResolution(ctx, before, resolvedAt)
    // A transfer into a new ticket was counted with that.
    if (toTicketId !== ticketId || (after.userId === before.userId && before.status !== 'closed')) return
    begin(ctx, ticketId, after.userId, { waited: isWaiting(before) })
  }),
  // Service ends with the question, not the answer.
  reaction('ticket.ratingAwaited', (ctx, { ticketId }) => {
    const ticket = getTicketRow(ctx, ticketId)
    addFigures(ctx, ctx.now, ticket.userId, supportOf(ctx, ticket))
  }),
  reaction('ticket.rated', (ctx, { data: { rate, ratedUserId } }) => {
    const opinion = { promoters: Number(rate === promoterRate), detractors: Number(rate <= detractorRateMax) }
    addFigures(ctx, ctx.now, ratedUserId, { rated: 1, ratingSum: rate, ...opinion })
  }),
  reaction('ticket.closed', (ctx, { ticketId, data: { before } }) => {
    addFigures(ctx, ctx.now, before.userId, endOf(ctx, getTicketRow(ctx, ticketId), before))
  }),
  reaction('ticket.closeUndone', (ctx, { ticketId, data: { closedAt, wasRated, kept } }) => {
    const at = new Date(closedAt)
    const startedAt = kept.startedAt === null ? null : new Date(kept.startedAt)
    const ticket = { ...getTicketRow(ctx, ticketId), startedAt }
    const counted = wasRated ? supportOf({ now: at }, ticket) : endOf({ now: at }, ticket, kept)
    addFigures(ctx, at, kept.userId, negated(counted))
  }),
  reaction('ticket.acceptUndone', (ctx, { data: { changedAt, before, kept } }) => {
    const at = new Date(changedAt)
    addFigures(ctx, at, before.userId, negated(startOf(at, { queuedAt: kept.queuedAt, waited: true })))
  }),
  reaction('ticket.transferUndone', (ctx, { data: { changedAt, before, kept } }) => {
    if (before.userId === null || before.userId === kept.userId) return
    const at = new Date(changedAt)
    addFigures(ctx, at, before.userId, negated(startOf(at, { queuedAt: kept.queuedAt, waited: isWaiting(kept) })))
  }),
  // The service continues in the older ticket.
  reaction('ticket.merged', (ctx, { data: { fromTicketId, from } }) => {
    const counted = endOf(ctx, getTicketRow(ctx, fromTicketId), from)
    addFigures(ctx, ctx.now, from.userId, negated(counted))
  }),
]

function negated(figures: Partial<Figures>): Partial<Figures> {
  return Object.fromEntries(Object.entries(figures).map(([name, count]) => [name, -count]))
}

/** The service until then stays counted. */
function uncountResolution(ctx: CompanyContext, before: TicketAssignment, resolvedAt: number | undefined) {
  if (resolvedAt !== undefined) addFigures(ctx, new Date(resolvedAt), before.userId, { finished: -1 })
}

/** `waited`: since the ticket was queued. */
function begin(ctx: CompanyContext, ticketId: TicketId, userId: UserId | null, { waited }: { waited: boolean }) {
  if (userId === null) return
  const queuedAt = getTicketRow(ctx, ticketId).queuedAt?.getTime() ?? null
  addFigures(ctx, ctx.now, userId, startOf(ctx.now, { queuedAt, waited }))
}

/** `queuedAt`: in ms since 1970. */
function startOf(at: Date, { queuedAt, waited }: { queuedAt: number | null; waited: boolean }) {
  const wait = waited && queuedAt !== null ? { waits: 1, waitMs: Math.max(0, at.getTime() - queuedAt) } : {}
  return { started: 1, ...wait }
}

function endOf(ctx: Pick<CompanyContext, 'now'>, ticket: TicketRow, before: TicketAssignment): Partial<Figures> {
  if (ticket.imported) return {}
  const attended = before.status === 'open' || before.status === 'group'
  return { finished: 1, ...(attended ? supportOf(ctx, ticket) : {}) }
}

function supportOf(ctx: Pick<CompanyContext, 'now'>, { startedAt }: TicketRow): Partial<Figures> {
  return startedAt ? { supports: 1, supportMs: Math.max(0, ctx.now.getTime() - startedAt.getTime()) } : {}
}
