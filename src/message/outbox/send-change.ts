import { eq, sql } from 'drizzle-orm'
import { type Address, type Channel, ChannelError } from '../../channel/channel'
import type { CompanyContext } from '../../kernel/company/company-context'
import { durable } from '../../kernel/company/held-output'
import { statement } from '../../kernel/database/statement'
import { findMessageRow, type MessageRow } from '../message.queries'
import { outboundChangeTable } from '../message.tables'
import { addressOf, keyOf } from './outgoing-message.view'
import { recordStep } from '../trace/record-step'
import type { OutboxChange } from './waiting-items.view'
import { type Guard, isDeduplicated, limitWaitMs, reasonOf, type SendResult } from './send-result'

const { id, attempts } = outboundChangeTable

const statements = {
  again: statement((db, of: { id: number; sendAfter: Date | null }) =>
    db
      .update(outboundChangeTable)
      .set({ attempts: sql`${attempts} + 1`, sendAfter: of.sendAfter })
      .where(eq(id, of.id)),
  ),
  remove: statement((db, of: { id: number }) => db.delete(outboundChangeTable).where(eq(id, of.id))),
}

const attemptsMax = 8
const uncertainWaitMs = 5_000

export async function sendChange(
  contextOf: () => CompanyContext,
  item: OutboxChange,
  channel: Channel,
  guard: Guard,
): Promise<SendResult> {
  const ctx = contextOf()
  const message = findMessageRow(ctx, item.messageId)
  try {
    const safe = durable(ctx.company)
    if (safe) await safe
    const work: Promise<unknown> | undefined = message && send(ctx, item, message, channel)
    if (work) await guard(work, 'text')
    settle(contextOf(), item)
    return 'done'
  } catch (error) {
    return noteUnsent(contextOf(), item, error)
  }
}

function send(ctx: CompanyContext, item: OutboxChange, message: MessageRow, channel: Channel) {
  const { payload } = item
  if (item.change === 'rejectCall') {
    const isOver = ctx.now.getTime() > Number(payload.untilMs)
    return isOver ? undefined : channel.rejectCall?.(String(payload.callId), payload.caller as Address)
  }
  if (item.change === 'notify') {
    const content = { kind: 'text' as const, text: String(payload.text) }
    return channel.send({ id: String(payload.id), to: payload.to as Address, content })
  }
  if (item.change === 'read' || item.change === 'played') {
    const keys = keysOf(ctx, payload.ids as number[])
    return keys.length > 0 ? channel.markRead?.(keys, item.change === 'played') : undefined
  }
  // The provider never had the message.
  if (message.sendState === 'failed' || message.providerId === null) return undefined
  const to = addressOf(ctx, message.ticketId, message.connectionId ?? 0)
  const key = keyOf(message)
  if (item.change === 'edit') return channel.edit?.(to, key, String(payload.text)) ?? cannot()
  if (item.change === 'delete') return channel.delete?.(to, key) ?? cannot()
  return channel.react?.(to, key, String(payload.emoji)) ?? cannot()
}

function cannot(): never {
  throw new ChannelError('refused', 'ERR_CHANNEL_CANNOT')
}

function keysOf(ctx: CompanyContext, ids: readonly number[]): Record<string, unknown>[] {
  return ids.map((id) => findMessageRow(ctx, id)?.providerData?.key).filter((key) => key !== undefined)
}

function noteUnsent(ctx: CompanyContext, item: OutboxChange, error: unknown): SendResult {
  const { reason, message, retryAfterMs } = reasonOf(error)
  if (reason === 'offline') return 'offline'
  // Such a provider answers each request by itself, so the others go on.
  const isUncertainAlone = reason === 'uncertain' && !isDeduplicated(ctx, item.connectionId)
  // A notification is a message, which would arrive twice.
  const mayRepeat = !isUncertainAlone || item.change !== 'notify'
  const isLast = reason === 'refused' || !mayRepeat || item.attempts + 1 >= attemptsMax
  const facts = { company: ctx.company.id, message: item.messageId, change: item.change, reason, error: message }
  if (isLast) ctx.company.services.log.warn('A change was not taken by the provider', facts)
  if (isLast) {
    settle(ctx, item, message)
    return 'done'
  }
  const waitMs = limitWaitMs(isUncertainAlone ? uncertainWaitMs : retryAfterMs, item.attempts)
  const sendAfter = waitMs === undefined ? null : new Date(ctx.now.getTime() + waitMs)
  statements.again.run(ctx, { id: item.changeId, sendAfter })
  if (waitMs !== undefined) return 'done'
  return reason === 'uncertain' ? 'stuck' : 'again'
}

/** @param error why the provider did not take it */
function settle(ctx: CompanyContext, { changeId, messageId, change }: OutboxChange, error?: string) {
  ctx.transaction(() => {
    const { changes } = statements.remove.run(ctx, { id: changeId })
    if (changes === 0 || (change !== 'edit' && change !== 'delete') || !findMessageRow(ctx, messageId)) return
    if (error === undefined) recordStep(ctx, messageId, 'changeSent', { change })
    else recordStep(ctx, messageId, 'changeFailed', { change, error })
  })
}
