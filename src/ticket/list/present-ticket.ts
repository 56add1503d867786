import { channelRules } from '../../channel/channel-rules.contract'
import { hasHumanAgent, hasPhone } from '../../connection/connection.queries'
import { maskContact, maskText, mustMask } from '../../contact/number/mask-number'
import { presentContact } from '../../contact/list/present-contact'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { Actor } from '../../kernel/company/actor'
import { refuse } from '../../kernel/errors'
import type { TicketId } from '../../kernel/ids'
import { moreJson, openJson, withMore } from '../../kernel/http/json-text'
import type { TicketView } from '../ticket.answers'
import { findNewerTicket } from '../opening/newer-ticket.view'
import { listTicketNotes } from '../note/ticket-note.commands'
import { canSeeTicket, mayIgnore } from '../ticket.policy'
import { deletedMessagesOf, type TicketRow, ticketMessages } from '../ticket.queries'
import { type CachedTicket, readTickets } from './joined-ticket.view'

/** Depends on the user's permissions; omitted for the system actor, which presents for many users. */
function ignoringOf(actor: Actor): TicketView['userClosePendingTicket'] {
  if (actor.kind === 'system') return undefined
  return mayIgnore(actor) ? 'enabled' : 'disabled'
}

/** Tickets as in lists, conversations and live events, in the given order. Checks no permissions. */
export function presentTickets(ctx: CompanyContext, ids: readonly TicketId[]): TicketView[] {
  const { present } = presenterFor(ctx)
  return readTickets(ctx, ids).map(present)
}

/** As `presentTickets`, each as JSON. Tickets of which nothing is hidden are serialized once for all readers. */
export function presentTicketTexts(ctx: CompanyContext, ids: readonly TicketId[]): string[] {
  const { isRedacted, present, ofReader } = presenterFor(ctx)
  const more = moreJson(ofReader)
  return readTickets(ctx, ids).map((ticket) => {
    if (isRedacted(ticket.view)) return JSON.stringify(present(ticket))
    return withMore((ticket.text ??= openJson(ticket.view)), more)
  })
}

/** Adds what depends on the reader, and redacts by settings and permissions. */
function presenterFor(ctx: CompanyContext) {
  const masked = mustMask(ctx)
  const deleted = deletedMessagesOf(ctx)
  const userClosePendingTicket = ignoringOf(ctx.actor)
  const ofReader: Partial<TicketView> = userClosePendingTicket ? { userClosePendingTicket } : {}
  return {
    ofReader,
    isRedacted: (view: TicketView) => masked || deleted.areHidden(view.whatsappId),
    /** Returns a copy, because the cached view is shared. */
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

/** One ticket. @throws Refusal ERR_NO_TICKET_FOUND */
export function presentTicket(ctx: CompanyContext, id: TicketId): TicketView {
  return presentTickets(ctx, [id])[0] ?? refuse('ERR_NO_TICKET_FOUND')
}

/**
 * Adds what a conversation needs: for a closed ticket the contact's next one, and for a channel with a reply window
 * the time of the contact's last message.
 */
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
  return { ...view, lastInboundAt, ...(hasHumanAgent(ctx, ticket.connectionId) ? { hasHumanAgent: true } : {}) }
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
