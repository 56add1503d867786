import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Channel, Party } from '../../channel/channel'
import { learnIdentity } from '../../contact/identity/resolve-contact'
import type { CompanyContext } from '../../kernel/company/company-context'
import { durable } from '../../kernel/company/held-output'
import { bare } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import type { MessageId } from '../../kernel/ids'
import { addMs } from '../../kernel/time/clock'
import { findMessageRow, type MessageRow } from '../message.queries'
import { messageTable } from '../message.tables'
import { outgoingMessage } from './outgoing-message.view'
import { recordStep } from '../trace/record-step'
import type { StepData } from '../trace/message-trace.contract'
import { fileAwaited, type Guard, isDeduplicated, limitWaitMs, reasonOf, type SendResult } from './send-result'

/** A message that stays uncertain this often blocks the others, so it fails. A user may resend it. */
const attemptsMax = 10
const receiptWaitMs = 60_000
const fileWaitMs = 30_000
const unconfirmed = 'The provider did not confirm it'

type NewState = { state: 'queued' | 'uncertain' | 'failed'; error: string | null; ack: number; sendAfter: Date | null }

const { id, ack, sendState, sendAttempts, sendAfter, providerId } = messageTable

const statements = {
  begin: statement((db, of: { id: MessageId }) =>
    db
      .update(messageTable)
      .set({ sendState: 'sending', sendAttempts: sql`${sendAttempts} + 1` })
      .where(eq(id, of.id)),
  ),
  resetAttempt: statement((db, of: { id: MessageId }) =>
    db
      .update(messageTable)
      .set({ sendAttempts: sql`${sendAttempts} - 1` })
      .where(and(eq(id, of.id), gt(sendAttempts, 0))),
  ),
  rename: statement(
    (_, of: { id: MessageId; newId: string }) =>
      sql`UPDATE OR IGNORE ${messageTable} SET ${bare(providerId)} = ${of.newId} WHERE ${eq(id, of.id)}`,
  ),
  // The state of an early receipt is kept, and that of an early refusal.
  sent: statement((db, of: { id: MessageId }) =>
    db
      .update(messageTable)
      .set({ sendState: null, sendError: null, ack: 1 })
      .where(and(eq(id, of.id), eq(ack, 0))),
  ),
  setState: statement((db, of: NewState & { id: MessageId }) =>
    db
      .update(messageTable)
      .set({
        sendState: of.state,
        sendError: of.error,
        ack: of.ack,
        sendAfter: sql`coalesce(${of.sendAfter}, ${sendAfter})`,
      })
      .where(and(eq(id, of.id), lt(ack, 1), inArray(sendState, ['queued', 'sending', 'uncertain']))),
  ),
}

/** Commits `sending` first: after a crash the message is resent under the same id. */
export async function sendQueuedMessage(
  contextOf: () => CompanyContext,
  messageId: MessageId,
  channel: Channel,
  guard: Guard,
): Promise<SendResult> {
  const ctx = contextOf()
  const message = findMessageRow(ctx, messageId)
  if (!message?.sendState || message.sendState === 'failed') return 'done'
  // Counted before it is sent, so that a message that crashes the process is not retried forever.
  if (message.sendAttempts >= attemptsMax) {
    fail(ctx, message, message.sendError ?? unconfirmed)
    return 'done'
  }
  if (!isSafeToSend(ctx, message)) return 'done'
  try {
    const outgoing = outgoingMessage(ctx, message)
    begin(ctx, message)
    const safe = durable(ctx.company)
    if (safe) await safe
    const accepted = await guard(channel.send(outgoing), message.mediaId === null ? 'text' : 'file')
    noteSent(contextOf(), message, accepted?.id, ctx.now)
    if (accepted?.recipient) noteRecipient(contextOf(), message, accepted.recipient)
    return 'done'
  } catch (error) {
    return noteNotSent(contextOf(), message, error, ctx.now)
  }
}

function begin(ctx: CompanyContext, message: MessageRow) {
  if (message.sendState !== 'sending') return void statements.begin.run(ctx, message)
  ctx.transaction(() => {
    noteAttempt(ctx, message.id, { outcome: 'interrupted' }, ctx.now)
    statements.begin.run(ctx, message)
  })
}

/** False where the provider would deliver a resend twice. After a minute without a receipt a user decides. */
function isSafeToSend(ctx: CompanyContext, message: MessageRow): boolean {
  const isUncertain = message.sendState === 'sending' || message.sendState === 'uncertain'
  if (!isUncertain || isDeduplicated(ctx, message.connectionId)) return true
  if (message.sendState === 'sending') setState(ctx, message, 'uncertain', unconfirmed, { waitMs: receiptWaitMs })
  else giveUp(ctx, message)
  return false
}

function giveUp(ctx: CompanyContext, message: MessageRow) {
  ctx.transaction(() => {
    noteAttempt(ctx, message.id, { outcome: 'unsafe' }, ctx.now)
    fail(ctx, message, message.sendError ?? unconfirmed)
  })
}

function noteSent(ctx: CompanyContext, { id, ticketId }: MessageRow, newId: string | undefined, begunAt: Date) {
  ctx.transaction(() => {
    noteAttempt(ctx, id, { outcome: 'accepted' }, begunAt)
    if (newId !== undefined) statements.rename.run(ctx, { id, newId })
    const { changes } = statements.sent.run(ctx, { id })
    if (changes > 0) recordEvent(ctx, 'message.delivered', { messageId: id, ticketId }, { ack: 1 })
  })
}

function noteRecipient(ctx: CompanyContext, { connectionId }: MessageRow, recipient: Party) {
  try {
    if (connectionId !== null) learnIdentity(ctx, recipient, { connectionId })
  } catch (error) {
    ctx.company.services.log.error('A recipient’s address could not be stored', { company: ctx.company.id, error })
  }
}

const answered: readonly StepData['outcome'][] = ['accepted', 'limited', 'uncertain', 'refused']

/** Being offline, or waiting for the file, may last for days, and is one step. */
function noteAttempt(ctx: CompanyContext, id: MessageId, result: StepData, at: Date) {
  if (!answered.includes(result.outcome)) return recordStep(ctx, id, 'attempt', result, { joins: true, at })
  recordStep(ctx, id, 'attempt', { ...result, ms: Math.max(0, ctx.now.getTime() - at.getTime()) }, { at })
}

function noteNotSent(ctx: CompanyContext, message: MessageRow, error: unknown, begunAt: Date): SendResult {
  return ctx.transaction(() => applyFailure(ctx, message, error, begunAt))
}

function applyFailure(ctx: CompanyContext, message: MessageRow, error: unknown, begunAt: Date): SendResult {
  const { reason, message: errorText, retryAfterMs } = reasonOf(error)
  const { log } = ctx.company.services
  if (errorText === 'ERR_SENDING_WAPP_MSG') log.error('Sending a message failed', { company: ctx.company.id, error })
  // Certainly unsent only if it was not uncertain before.
  const waits = message.sendState === 'queued' ? 'queued' : 'uncertain'
  const isLast = message.sendAttempts + 1 >= attemptsMax
  noteAttempt(ctx, message.id, { outcome: reason, ...(reason !== 'offline' && { error: errorText }) }, begunAt)
  switch (reason) {
    case 'offline':
      setState(ctx, message, waits, null)
      statements.resetAttempt.run(ctx, message)
      return 'offline'
    case 'limited':
      if (isLast) fail(ctx, message, errorText)
      else setState(ctx, message, waits, errorText, { waitMs: limitWaitMs(retryAfterMs, message.sendAttempts) })
      return isLast || retryAfterMs !== undefined ? 'done' : 'again'
    case 'uncertain':
      if (!isDeduplicated(ctx, message.connectionId)) {
        setState(ctx, message, 'uncertain', errorText, { waitMs: receiptWaitMs })
        return 'done'
      }
      if (isLast) setState(ctx, message, 'failed', errorText, { isUnconfirmed: true })
      else setState(ctx, message, 'uncertain', errorText)
      return 'stuck'
    case 'refused':
      fail(ctx, message, errorText)
      return 'done'
  }
}

/** Nothing was sent: the message waits for its file, and lets others pass. */
export function awaitFile(ctx: CompanyContext, messageId: MessageId) {
  const message = findMessageRow(ctx, messageId)
  if (!message?.sendState || message.sendState === 'failed') return
  const state = message.sendState === 'queued' ? 'queued' : 'uncertain'
  ctx.transaction(() => {
    noteAttempt(ctx, messageId, { outcome: 'noFile' }, ctx.now)
    setState(ctx, message, state, fileAwaited, { waitMs: fileWaitMs })
  })
}

/** Unconfirmed where an earlier attempt may have arrived. */
function fail(ctx: CompanyContext, message: MessageRow, errorText: string) {
  setState(ctx, message, 'failed', errorText, { isUnconfirmed: message.sendState !== 'queued' })
}

interface StateOptions {
  waitMs?: number | undefined
  isUnconfirmed?: boolean
}

function setState(
  ctx: CompanyContext,
  message: MessageRow,
  state: NewState['state'],
  errorText: string | null,
  { waitMs = 0, isUnconfirmed = false }: StateOptions = {},
) {
  const { id: messageId, ticketId } = message
  const ack = state === 'failed' ? -1 : 0
  const error = errorText?.slice(0, 500) ?? null
  const sendAfter = waitMs > 0 ? addMs(ctx.now, waitMs) : null
  ctx.transaction(() => {
    const { changes } = statements.setState.run(ctx, { id: messageId, state, error, ack, sendAfter })
    const isChanged = state !== message.sendState || errorText !== message.sendError
    if (changes === 0 || !isChanged) return
    recordEvent(ctx, 'message.delivered', { messageId, ticketId }, isUnconfirmed ? { ack, isUnconfirmed } : { ack })
  })
}
