import type { CompanyContext } from '../kernel/company/company-context'
import { reaction } from '../kernel/event/event-log'
import type { TicketId } from '../kernel/ids'
import { getSettings, isSettingEnabled } from '../setting/setting.queries'
import { markGreetingAccepted } from '../ticket/assignment/accept-ticket'
import '../ticket/ticket.events'
import { getTicketRow, type TicketRow } from '../ticket/ticket.queries'
import {
  farewellOf,
  sendClosingMessage,
  receivesAutomaticMessages,
  withdrawClosingMessage,
} from './send/closing-message'
import { deleteMessageFiles } from './change/delete-message-files'
import { queueReadMarks } from './list/mark-conversation-read'
import { withdrawTransferNote } from './list/messages-since'
import { composeMessages } from './compose/compose-messages'
import { queueAutomaticText, queueMessages } from './send/queue-message'

/** Messages to the contact and notes for colleagues when a ticket changes hands. */
export const messageReactions = [
  reaction('ticket.accepted', (ctx, event) => greet(ctx, event.ticketId, event.data.greet)),
  reaction('ticket.closed', (ctx, { ticketId, data: { before, farewell, undo } }) => {
    withdrawClosingMessage(ctx, ticketId)
    if (farewell) sendClosingMessage(ctx, ticketId, farewellOf(ctx, before), undo)
  }),
  reaction('ticket.ratingAwaited', (ctx, { ticketId, data }) => {
    sendClosingMessage(ctx, ticketId, { kind: 'rating' }, data.undo)
  }),
  reaction('ticket.closeUndone', (ctx, { ticketId }) => withdrawClosingMessage(ctx, ticketId)),
  reaction('ticket.reopened', (ctx, { ticketId }) => withdrawClosingMessage(ctx, ticketId)),
  reaction('ticket.transferUndone', (ctx, { ticketId, data }) => withdrawTransferNote(ctx, ticketId, data)),
  reaction('ticket.deleted', (ctx, { ticketId }) => deleteMessageFiles(ctx, ticketId)),
  reaction('ticket.transferred', (ctx, { data }) => passOn(ctx, getTicketRow(ctx, data.toTicketId), data)),
]

/** Sent once per ticket, when it was accepted from pending. In groups only where these are ordinary tickets. */
function greet(ctx: CompanyContext, ticketId: TicketId, wanted: boolean) {
  const ticket = getTicketRow(ctx, ticketId)
  queueReadMarks(ctx, ticket)
  const text = getSettings(ctx).greetingAcceptedMessage
  if (
    !wanted ||
    !isSettingEnabled(ctx, 'sendGreetingAccepted') ||
    !text.trim() ||
    !receivesAutomaticMessages(ctx, ticket)
  )
    return
  if (markGreetingAccepted(ctx, ticket.id)) queueAutomaticText(ctx, ticket, text)
}

function passOn(
  ctx: CompanyContext,
  ticket: TicketRow,
  { message, queueChanged }: { message: string; queueChanged: boolean },
) {
  if (message) queueMessages(ctx, ticket, composeMessages(ctx, ticket, { texts: [message] }, { isPrivate: true }))
  const { sendMsgTransfTicket, transferMessage } = getSettings(ctx)
  if (queueChanged && sendMsgTransfTicket === 'enabled' && receivesAutomaticMessages(ctx, ticket)) {
    queueAutomaticText(ctx, ticket, transferMessage)
  }
}
