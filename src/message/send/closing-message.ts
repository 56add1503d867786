import { findConnectionTexts } from '../../connection/connection.queries'
import { findUserFacts } from '../../user/user.queries'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { TicketId, UserId } from '../../kernel/ids'
import { cancelJob, enqueueJob, hasJob } from '../../kernel/job/jobs'
import { isSettingEnabled } from '../../setting/setting.queries'
import { isGroupAsTicket } from '../../ticket/assignment/assignment.queries'
import type { CloseUndo } from '../../ticket/ticket.events'
import { isUnanswered, type TicketAssignment } from '../../ticket/ticket.policy'
import { findActiveTicket, findTicketRow, type TicketRow } from '../../ticket/ticket.queries'
import { withCause } from '../trace/message-cause'
import { queueAutomaticText } from './queue-message'

type ClosingMessage =
  | { kind: 'rating' }
  /** `userId`: whose farewell. `waited`: no agent had accepted. */
  | { kind: 'farewell'; userId: UserId | null; waited: boolean }

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'message.sendClosing': { ticketId: TicketId; message: ClosingMessage }
  }
}

const jobKey = (ticketId: TicketId) => `message.sendClosing ${ticketId}`

export function farewellOf({ actor }: CompanyContext, before: TicketAssignment): ClosingMessage {
  return { kind: 'farewell', userId: actingUserId(actor) ?? before.userId, waited: isUnanswered(before.status) }
}

export function sendClosingMessage(ctx: CompanyContext, ticketId: TicketId, message: ClosingMessage, undo?: CloseUndo) {
  if (!undo) return send(ctx, ticketId, message)
  const runAt = new Date(undo.untilMs)
  enqueueJob(ctx, 'message.sendClosing', { ticketId, message }, { runAt, dedupeKey: jobKey(ticketId) })
}

export function withdrawClosingMessage(ctx: CompanyContext, ticketId: TicketId) {
  cancelJob(ctx, jobKey(ticketId))
}

export function isClosingMessageDue(ctx: CompanyContext, ticketId: TicketId) {
  return hasJob(ctx, jobKey(ticketId))
}

/** The job is removed in the sending transaction, so that a crash does not send twice. */
export function sendDueClosingMessage(ctx: CompanyContext, ticketId: TicketId, message: ClosingMessage) {
  ctx.transaction(() => {
    if (!isClosingMessageDue(ctx, ticketId)) return
    withdrawClosingMessage(ctx, ticketId)
    send(ctx, ticketId, message)
  })
}

function send(ctx: CompanyContext, ticketId: TicketId, message: ClosingMessage) {
  const ticket = findTicketRow(ctx, ticketId)
  if (ticket?.status !== (message.kind === 'rating' ? 'nps' : 'closed')) return
  if (message.kind === 'rating') {
    // The company's own text, which explains the numbers.
    return say(ctx, ticket, 'rating', findConnectionTexts(ctx, ticket.connectionId)?.rating ?? '')
  }
  if (findActiveTicket(ctx, ticket.contactId, ticket.connectionId) || !receivesAutomaticMessages(ctx, ticket)) return
  // Contacts who still waited get one only where the company wants that.
  if (message.waited && !isSettingEnabled(ctx, 'sendFarewellWaitingTicket')) return
  say(ctx, ticket, 'farewell', farewellText(ctx, ticket, message.userId))
}

function say(ctx: CompanyContext, ticket: TicketRow, kind: ClosingMessage['kind'], text: string) {
  withCause(ctx, { kind }, () => void queueAutomaticText(ctx, ticket, text))
}

function farewellText(ctx: CompanyContext, ticket: TicketRow, userId: UserId | null) {
  const own = userId === null ? undefined : findUserFacts(ctx, userId)?.farewellMessage
  return own?.trim() ? own : (findConnectionTexts(ctx, ticket.connectionId)?.completion ?? '')
}

/** Groups only if they are ordinary tickets. */
export function receivesAutomaticMessages(ctx: CompanyContext, ticket: TicketRow) {
  return !ticket.isGroup || isGroupAsTicket(ctx, ticket.connectionId)
}
