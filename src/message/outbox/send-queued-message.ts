import type { Channel } from '../../channel/channel'
import type { CompanyContext } from '../../kernel/company-context'
import { recordEvent } from '../../kernel/event-log'
import type { MessageId } from '../../kernel/ids'
import '../message.events'
import { findMessageRow, type MessageRow } from '../message.queries'
import { outgoingMessage } from './outgoing-message'
import { type Guard, reasonOf, type SendResult } from './send-result'

/** A message that was in doubt so often stands in the way of the others: it fails, and a person may send it again. */
const attemptsMax = 10
const unconfirmed = 'The provider did not confirm it'

/**
 * Hands one message to the channel. That it is being sent is committed before: whatever becomes of this process, the next
 * one knows that it may have gone out, and sends it again under the same id, which the provider takes for the same.
 */
export async function sendQueuedMessage(
  contextOf: () => CompanyContext,
  messageId: MessageId,
  channel: Channel,
  guard: Guard,
): Promise<SendResult> {
  const ctx = contextOf()
  const message = findMessageRow(ctx, messageId)
  if (!message?.sendState || message.sendState === 'failed') return 'done'
  // Counted before it is sent: one that brings this process down each time must not do so for ever.
  if (message.sendAttempts >= attemptsMax) {
    setState(ctx, message, 'failed', message.sendError ?? unconfirmed)
    return 'done'
  }
  try {
    const outgoing = outgoingMessage(ctx, message)
    ctx.company.sqlite
      .query(`UPDATE message SET send_state = 'sending', send_attempts = send_attempts + 1 WHERE id = ?`)
      .run(messageId)
    await guard(channel.send(outgoing), outgoing.content.kind === 'file' ? 'file' : 'words')
    noteSent(contextOf(), message)
    return 'done'
  } catch (error) {
    return noteNotSent(contextOf(), message, error)
  }
}

/** A receipt may have been quicker than the answer: what it said stands. */
function noteSent(ctx: CompanyContext, { id, ticketId }: MessageRow) {
  ctx.transaction(() => {
    const { changes } = ctx.company.sqlite
      .query('UPDATE message SET send_state = NULL, send_error = NULL, ack = 1 WHERE id = ? AND ack < 1')
      .run(id)
    if (changes > 0) recordEvent(ctx, 'message.delivered', { messageId: id, ticketId }, { ack: 1 })
  })
}

function noteNotSent(ctx: CompanyContext, message: MessageRow, error: unknown): SendResult {
  const { reason, message: words } = reasonOf(error)
  const { log } = ctx.company.services
  if (words === 'ERR_SENDING_WAPP_MSG') log.error('Sending a message failed', { company: ctx.company.id, error })
  // Not sent for sure only if it was not in doubt before.
  const waits = message.sendState === 'queued' ? 'queued' : 'uncertain'
  const isLast = message.sendAttempts + 1 >= attemptsMax
  switch (reason) {
    case 'offline':
      setState(ctx, message, waits, null)
      forgetAttempt(ctx, message)
      return 'offline'
    case 'limited':
      setState(ctx, message, isLast ? 'failed' : waits, words)
      return isLast ? 'done' : 'again'
    case 'uncertain':
      setState(ctx, message, isLast ? 'failed' : 'uncertain', words)
      return 'stuck'
    case 'refused':
      setState(ctx, message, 'failed', words)
      return 'done'
  }
}

/** Nothing was handed over. */
function forgetAttempt({ company }: CompanyContext, { id }: MessageRow) {
  company.sqlite
    .query('UPDATE message SET send_attempts = send_attempts - 1 WHERE id = ? AND send_attempts > 0')
    .run(id)
}

function setState(
  ctx: CompanyContext,
  message: MessageRow,
  state: 'queued' | 'uncertain' | 'failed',
  words: string | null,
) {
  const { id: messageId, ticketId } = message
  const ack = state === 'failed' ? -1 : 0
  ctx.transaction(() => {
    const { changes } = ctx.company.sqlite
      .query(
        `UPDATE message SET send_state = ?, send_error = ?, ack = ?
         WHERE id = ? AND ack < 1 AND send_state IN ('queued', 'sending', 'uncertain')`,
      )
      .run(state, words?.slice(0, 500) ?? null, ack, messageId)
    const isChanged = state !== message.sendState || words !== message.sendError
    if (changes > 0 && isChanged) recordEvent(ctx, 'message.delivered', { messageId, ticketId }, { ack })
  })
}
