import { findConnectionTexts } from '../connection/connection.queries'
import { findUserFacts } from '../user/user.queries'
import { actingUserId } from '../kernel/actor'
import type { CompanyContext } from '../kernel/company-context'
import { reaction } from '../kernel/event-log'
import type { TicketId, UserId } from '../kernel/ids'
import { getSettings, isSettingEnabled } from '../setting/setting.queries'
import { markGreetingAccepted } from '../ticket/accept-ticket'
import '../ticket/ticket.events'
import { isGroupAsTicket } from '../ticket/ticket-assignment'
import type { TicketAssignment } from '../ticket/ticket.policy'
import { getTicketRow, type TicketRow } from '../ticket/ticket.queries'
import { deleteMessageFiles } from './delete-message-files'
import { queueReadMarks } from './mark-conversation-read'
import { composeMessages } from './compose-messages'
import { queueAutomaticText, queueMessages } from './queue-message'

/** Messages to the contact and notes for colleagues when a ticket changes hands. */
export const messageReactions = [
  reaction('ticket.accepted', (ctx, event) => greet(ctx, event.ticketId, event.data.greet)),
  reaction('ticket.closed', (ctx, { ticketId, data }) => {
    if (data.farewell) sendClosingMessage(ctx, getTicketRow(ctx, ticketId), onlyWaited(data.before), data.before.userId)
  }),
  reaction('ticket.ratingAwaited', (ctx, { ticketId }) => askForRating(ctx, getTicketRow(ctx, ticketId))),
  reaction('ticket.deleted', (ctx, { ticketId }) => deleteMessageFiles(ctx, ticketId)),
  reaction('ticket.transferred', (ctx, { data }) => passOn(ctx, getTicketRow(ctx, data.toTicketId), data)),
]

/** Sent once per ticket, when it was accepted from pending. In groups only where these are ordinary tickets. */
function greet(ctx: CompanyContext, ticketId: TicketId, wanted: boolean) {
  const ticket = getTicketRow(ctx, ticketId)
  queueReadMarks(ctx, ticket)
  const text = getSettings(ctx).greetingAcceptedMessage
  if (!wanted || !isSettingEnabled(ctx, 'sendGreetingAccepted') || !text.trim() || !speaksTo(ctx, ticket)) return
  if (markGreetingAccepted(ctx, ticket.id)) queueAutomaticText(ctx, ticket, text)
}

/**
 * Sends the user's farewell, otherwise the connection's. Contacts still waiting get it only where the company wants
 * that.
 */
function sendClosingMessage(ctx: CompanyContext, ticket: TicketRow, waited: boolean, ownerId: UserId | null) {
  if (!speaksTo(ctx, ticket)) return
  if (waited && !isSettingEnabled(ctx, 'sendFarewellWaitingTicket')) return
  queueAutomaticText(ctx, ticket, farewellOf(ctx, ticket, actingUserId(ctx.actor) ?? ownerId))
}

const onlyWaited = ({ status }: TicketAssignment) => status === 'pending' || status === 'lgpd'

function farewellOf(ctx: CompanyContext, ticket: TicketRow, userId: UserId | null) {
  const own = userId === null ? undefined : findUserFacts(ctx, userId)?.farewellMessage
  return own?.trim() ? own : (findConnectionTexts(ctx, ticket.connectionId)?.completion ?? '')
}

/** Sends the company's own text, which explains the numbers. */
function askForRating(ctx: CompanyContext, ticket: TicketRow) {
  queueAutomaticText(ctx, ticket, findConnectionTexts(ctx, ticket.connectionId)?.rating ?? '')
}

function passOn(
  ctx: CompanyContext,
  ticket: TicketRow,
  { message, queueChanged }: { message: string; queueChanged: boolean },
) {
  if (message) queueMessages(ctx, ticket, composeMessages(ctx, ticket, { texts: [message] }, { isPrivate: true }))
  const { sendMsgTransfTicket, transferMessage } = getSettings(ctx)
  if (queueChanged && sendMsgTransfTicket === 'enabled' && speaksTo(ctx, ticket)) {
    queueAutomaticText(ctx, ticket, transferMessage)
  }
}

function speaksTo(ctx: CompanyContext, ticket: TicketRow) {
  return !ticket.isGroup || isGroupAsTicket(ctx, ticket.connectionId)
}
