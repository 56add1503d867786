import { channelRules } from '../../channel/channel-rules.contract'
import { hasHumanAgent, hasPhone } from '../../connection/connection.queries'
import { maskContact, maskText, mustMask } from '../../contact/number/mask-number'
import { presentContact } from '../../contact/list/present-contact'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { TicketId } from '../../kernel/ids'
import { moreJson, openJson, withMore } from '../../kernel/http/json-text'
import type { TicketView } from '../ticket.answers'
import { findNewerTicket } from '../opening/newer-ticket.view'
import { listTicketNotes } from '../note/ticket-note.commands'
import { canSeeTicket, mayIgnore } from '../ticket.policy'
import { deletedMessagesOf, type TicketRow, ticketMessages } from '../ticket.queries'
import { type CachedTicket, readTickets } from './joined-ticket.view'

/** Keeps the given order. Checks no permissions. */
export function presentTickets(ctx: CompanyContext, ids: readonly TicketId[]): TicketView[] {
  const { present } = presenterFor(ctx)
  return readTickets(ctx, ids).map(present)
}

/** Serialised once for all readers if nothing is hidden. */
export function presentTicketTexts(ctx: CompanyContext, ids: readonly TicketId[]): string[] {
  const { isRedacted, present, ofReader } = presenterFor(ctx)
  const more = moreJson(ofReader)
  return readTickets(ctx, ids).map((ticket) => {
    if (isRedacted(ticket.view)) return JSON.stringify(present(ticket))
    return withMore((ticket.text ??= openJson(ticket.view)), more)
  })
}

function presenterFor(ctx: CompanyContext) {
  const { actor } = ctx
  const masked = mustMask(ctx)
  const deleted = deletedMessagesOf(ctx)
  // The system actor presents for many users.
  const ofReader: Partial<TicketView> =
    actor.kind === 'system' ? {} : { userClosePendingTicket: mayIgnore(actor) ? 'enabled' : 'disabled' }
  return {
    ofReader,
    isRedacted: (view: TicketView) => masked || deleted.areHidden(view.whatsappId),
    /** A copy: the cached view is shared. */
    present({ view }: CachedTicket): TicketView {
      const shown: TicketView = { ...view, ...ofReader }
      if (deleted.areHidden(view.whatsappId)) {
        if (view.lastMessageMark?.isDeleted) shown.lastMessage = ''
        if (view.contactMessage?.isDeleted) shown.contactMessage = { ...view.contactMessage, body: '' }
      }
      return masked ? maskTicket(ctx, shown) : shown
    },
  }
}

export function maskTicket(ctx: CompanyContext, view: TicketView): TicketView {
  const contact = { ...maskContact(ctx, view.contact), email: maskText(ctx, view.contact.email) }
  const masked: TicketView = { ...view, contact, lastMessage: maskText(ctx, view.lastMessage) }
  const { contactMessage } = view
  if (contactMessage) masked.contactMessage = { ...contactMessage, body: maskText(ctx, contactMessage.body) }
  return masked
}

export function presentTicket(ctx: CompanyContext, id: TicketId): TicketView {
  return presentTickets(ctx, [id])[0] ?? refuse('ERR_NO_TICKET_FOUND')
}

/** For a closed ticket the next one, with a reply window the last message. */
export function presentConversation(ctx: CompanyContext, ticket: TicketRow): TicketView {
  const shown = presentTicket(ctx, ticket.id)
  const { extraInfo } = presentContact(ctx, ticket.contactId)
  const contact = { ...shown.contact, extraInfo }
  const view: TicketView = { ...shown, contact, notes: listTicketNotes(ctx, ticket.id) }
  if (hasPhone(ctx, ticket.connectionId)) view.hasPhone = true
  if (ticket.status === 'closed') view.newerTicket = findNewerTicket(ctx, ticket.id)
  if (channelRules[ticket.channel].replyWindowHours === undefined) return view
  const at = ticketMessages(ctx).lastInboundMs(ctx, ticket)
  const lastInboundAt = at === undefined ? null : new Date(at).toISOString()
  const commentReply = ticketMessages(ctx).commentReply(ctx, ticket)
  return {
    ...view,
    lastInboundAt,
    ...(commentReply ? { commentReply } : {}),
    ...(hasHumanAgent(ctx, ticket.connectionId) ? { hasHumanAgent: true } : {}),
  }
}

/** Presents a ticket after a change. A user who was too late learns only its owner. */
export function presentTicketInReach(ctx: CompanyContext, ticket: TicketRow): TicketView {
  const view = presentTicket(ctx, ticket.id)
  if (canSeeTicket(ctx.actor, ticket)) return view
  return {
    ...view,
    lastMessage: '',
    lastMessageMark: null,
    contactMessage: undefined,
    unreadMessages: 0,
    amount: null,
    userRating: null,
    tags: [],
    contact: { ...view.contact, tags: [] },
  }
}
