import { and, between, eq, lt, sql } from 'drizzle-orm'
import type { InboundEvent } from '../../channel/channel'
import type { CompanyContext } from '../../kernel/company/company-context'
import { bare } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId, ContactId, MessageId } from '../../kernel/ids'
import { dayMs } from '../../kernel/time/durations.contract'
import { localDay, timeZoneOf } from '../../kernel/time/time-zone'
import { pick } from '../../kernel/typed-object.contract'
import { findByProviderId } from '../message.queries'
import { messageChargeTable, messageTable } from '../message.tables'
import { isNotificationId } from '../send/queue-message'
import { recordLateStatus, recordStep } from '../trace/record-step'
import { sentUntil } from './sent-until.view'

const ackDelivered = 2

type Receipt = Extract<InboundEvent, { type: 'receipt' }>

const { id, ticketId, providerId, connectionId, ack } = messageTable

type OfMessage = { providerId: string; connectionId: ConnectionId }

const isOurs = (of: OfMessage) =>
  and(eq(providerId, of.providerId), eq(connectionId, of.connectionId), eq(messageTable.fromMe, true))

const statements = {
  // A receipt proves that the message was sent.
  raise: statement((db, of: OfMessage & { ack: number }) =>
    db
      .update(messageTable)
      .set({ ack: of.ack, sendState: null, sendError: null })
      .where(and(isOurs(of), lt(ack, of.ack)))
      .returning({ id, ticketId }),
  ),
  rename: statement(
    (_, of: OfMessage & { newId: string }) =>
      sql`UPDATE OR IGNORE ${messageTable} SET ${bare(providerId)} = ${of.newId} WHERE ${isOurs(of)}`,
  ),
  charge: statement((db, of: typeof messageChargeTable.$inferInsert) =>
    db
      .insert(messageChargeTable)
      .values(pick(of, 'messageId', 'connectionId', 'category', 'isBillable', 'month'))
      .onConflictDoNothing(),
  ),
  refuse: statement((db, of: OfMessage & { error: string }) =>
    db
      .update(messageTable)
      .set({ ack: -1, sendState: 'failed', sendError: of.error })
      .where(and(isOurs(of), between(ack, 0, 1)))
      .returning({ id, ticketId }),
  ),
}

/** Raises the delivery state of our messages; it never falls. Returns false when one of them is not stored yet. */
export function applyReceipt(ctx: CompanyContext, connection: { id: ConnectionId }, receipt: Receipt): boolean {
  const { ownId, ack } = receipt
  const connectionId = connection.id
  // The answer with the provider's id may be on its way or lost.
  if (ownId) statements.rename.run(ctx, { newId: receipt.targetIds[0] ?? ownId, providerId: ownId, connectionId })
  let allKnown = true
  for (const providerId of receipt.targetIds) {
    if (isNotificationId(providerId)) continue
    const of = { providerId, connectionId }
    const changed =
      ack === -1
        ? statements.refuse.get(ctx, { ...of, error: (receipt.error ?? 'refused').slice(0, 500) })
        : statements.raise.get(ctx, { ...of, ack })
    if (changed) {
      recordEvent(ctx, 'message.delivered', { messageId: changed.id, ticketId: changed.ticketId }, { ack })
    }
    const known = changed ?? findByProviderId(ctx, connection.id, providerId)
    if (known) noteStatus(ctx, known, receipt, changed !== undefined)
    if (!known) allKnown = false
    else if (receipt.charge && ack >= ackDelivered) noteCharge(ctx, connectionId, known.id, receipt.charge)
  }
  // Such a channel stores its messages before they are sent: an unknown one is another program's.
  return allKnown || ownId !== undefined
}

function noteStatus(
  ctx: CompanyContext,
  { id, fromMe = true }: { id: MessageId; fromMe?: boolean },
  { ack, atMs, error }: Receipt,
  isNew: boolean,
) {
  const data = { ack, ...(atMs && { providerAt: Math.min(atMs, ctx.now.getTime()) }), ...(error && { error }) }
  if (isNew) recordStep(ctx, id, 'status', data)
  else if (fromMe && ack >= ackDelivered) recordLateStatus(ctx, id, data)
}

/** "delivered" may be missing, and a repetition counts once. */
function noteCharge(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  messageId: MessageId,
  { category, isBillable }: NonNullable<Receipt['charge']>,
) {
  const month = localDay(ctx.now, timeZoneOf(ctx)).slice(0, 'YYYY-MM'.length)
  statements.charge.run(ctx, { messageId, connectionId, category: category.slice(0, 60), isBillable, month })
}

const reachMs = 7 * dayMs

/** Raises the delivery state of all messages that were sent to the contact until then. */
export function applyReceiptUntil(
  ctx: CompanyContext,
  { id: connectionId }: { id: ConnectionId },
  contactId: ContactId,
  { untilMs, ack }: Extract<InboundEvent, { type: 'receiptUntil' }>,
) {
  const until = new Date(Math.min(untilMs, ctx.now.getTime()))
  const range = { since: new Date(until.getTime() - reachMs), until }
  const sent = sentUntil.all(ctx, { contactId, connectionId, ...range, ackMax: ack - 1 })
  const targetIds = sent.flatMap(({ providerId }) => providerId ?? [])
  applyReceipt(ctx, { id: connectionId }, { type: 'receipt', targetIds, ack })
}
