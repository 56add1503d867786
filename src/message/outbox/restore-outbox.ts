import { and, count, eq, inArray, ne } from 'drizzle-orm'
import { createTurns } from '../../kernel/company/batches'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { RestoredCompany } from '../../kernel/company/restored-company'
import { indexedBy } from '../../kernel/database/expressions'
import { dropHeldRows, holdRows, putHeldRows } from '../../kernel/database/take-rows'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import { messageTable, outboundChangeTable } from '../message.tables'
import { outboxWake } from './outbound-change'

export const heldError = 'ERR_HELD_AFTER_RESTORE'
export const heldChanges = 'change'

const { id, ticketId, connectionId, sendState, sendError } = messageTable

const listWaiting = statement((db) =>
  db.select({ id }).from(indexedBy(messageTable, 'message_outbox')).where(ne(sendState, 'failed')),
)

/** What was sent since is not sent again; what may not have been waits, marked as failed, for a person. */
export async function restoreOutbox({ restored, present }: RestoredCompany) {
  const waiting = listWaiting.all(restored)
  const turn = createTurns()
  for (const message of waiting) {
    const today = present?.db.select().from(messageTable).where(eq(id, message.id)).get()
    const isSettled = today !== undefined && (today.sendState === null || today.sendState === 'failed')
    const { providerId, ack, sendState: state, sendError: error } = today ?? {}
    const changes = isSettled
      ? { providerId, ack, sendState: state, sendError: error, sendAfter: null }
      : { ack: -1, sendState: 'failed' as const, sendError: heldError, sendAfter: null }
    restored.db.update(messageTable).set(changes).where(eq(id, message.id)).run()
    await turn()
  }
  restoreChanges({ restored, present })
}

const marks = ['read', 'played', 'rejectCall'] as const

/** A change is deleted when it was made. Marks and calls are of their time. */
function restoreChanges({ restored, present }: RestoredCompany) {
  const { id, kind } = outboundChangeTable
  const all = restored.db.select({ id }).from(outboundChangeTable).all()
  const made = all.filter(
    (row) => present && !present.db.select({ id }).from(outboundChangeTable).where(eq(id, row.id)).get(),
  )
  for (const row of made) restored.db.delete(outboundChangeTable).where(eq(id, row.id)).run()
  restored.db
    .delete(outboundChangeTable)
    .where(inArray(kind, [...marks]))
    .run()
  const left = restored.db.select({ id }).from(outboundChangeTable).all()
  holdRows(
    restored.company.sqlite,
    heldChanges,
    outboundChangeTable,
    left.map((row) => row.id),
  )
}

const isHeld = and(eq(sendError, heldError), eq(sendState, 'failed'))

const listHeld = statement((db) =>
  db.select({ id, ticketId, connectionId }).from(indexedBy(messageTable, 'message_held')).where(isHeld).orderBy(id),
)

const countHeld = statement((db) =>
  db.select({ n: count() }).from(indexedBy(messageTable, 'message_held')).where(isHeld),
)

export const countHeldMessages = (ctx: CompanyContext) => countHeld.get(ctx)?.n ?? 0

/** In the order in which they were written. */
export function releaseHeldMessages(ctx: CompanyContext) {
  for (const { id: messageId, ticketId, connectionId } of listHeld.all(ctx)) {
    const queued = { sendState: 'queued' as const, sendError: null, sendAttempts: 0, ack: 0 }
    ctx.db.update(messageTable).set(queued).where(eq(id, messageId)).run()
    recordEvent(ctx, 'message.delivered', { messageId, ticketId }, { ack: 0 })
    if (connectionId !== null) outboxWake(ctx, connectionId)
  }
}

/** They stay in their conversations as not sent. */
export function discardHeldMessages(ctx: CompanyContext) {
  for (const { id: messageId, ticketId } of listHeld.all(ctx)) {
    ctx.db.update(messageTable).set({ sendError: discardedError }).where(eq(id, messageId)).run()
    recordEvent(ctx, 'message.delivered', { messageId, ticketId }, { ack: -1 })
  }
}

const discardedError = 'ERR_DISCARDED_AFTER_RESTORE'

export function releaseHeldChanges(ctx: CompanyContext) {
  putHeldRows(ctx.company.sqlite, heldChanges, outboundChangeTable)
  for (const { connectionId } of ctx.db
    .selectDistinct({ connectionId: outboundChangeTable.connectionId })
    .from(outboundChangeTable)
    .all())
    outboxWake(ctx, connectionId)
}

export const discardHeldChanges = ({ company }: CompanyContext) => dropHeldRows(company.sqlite, heldChanges)
