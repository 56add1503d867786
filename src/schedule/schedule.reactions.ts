import { and, eq, inArray } from 'drizzle-orm'
import type { ContactUnmerge } from '../contact/contact.events'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import { isEvent, reaction, readEvents, recordEvent } from '../kernel/event/event-log'
import type { ContactId, MessageId } from '../kernel/ids'
import '../message/message.events'
import { findMessageRow } from '../message/message.queries'
import { removeSchedule } from './save-schedule'
import './schedule.events'
import { scheduleTable } from './schedule.tables'

const byMessage = statement((db, of: { messageId: MessageId }) => {
  const { id, contactId, status, messageId } = scheduleTable
  return db.select({ id, contactId, status }).from(scheduleTable).where(eq(messageId, of.messageId))
})

export const scheduleReactions = [
  reaction('message.delivered', (ctx, { messageId, data }) => {
    if (data.ack !== 0) noteDelivery(ctx, messageId, data.ack)
  }),
  reaction('contact.merged', (ctx, { data, contactId }) => followContact(ctx, data.fromContactId, contactId)),
  reaction('contact.unmerged', (ctx, { data, contactId }) => goBack(ctx, data, contactId)),
  reaction('contact.deleted', (ctx, { contactId }) => {
    const ofContact = eq(scheduleTable.contactId, contactId)
    for (const schedule of ctx.db.select().from(scheduleTable).where(ofContact).all()) removeSchedule(ctx, schedule)
  }),
]

function noteDelivery(ctx: CompanyContext, messageId: MessageId, ack: number) {
  const schedule = byMessage.get(ctx, { messageId })
  if (!schedule) return
  const { id: scheduleId, contactId } = schedule
  const repeats = schedule.status === 'PENDENTE'
  const where = eq(scheduleTable.id, scheduleId)
  if (ack < 0) {
    const error = findMessageRow(ctx, messageId)?.sendError || 'ERR_SENDING_WAPP_MSG'
    const changes = { error, updatedAt: ctx.now, ...(repeats ? {} : { status: 'ERRO' as const }) }
    ctx.db.update(scheduleTable).set(changes).where(where).run()
    recordEvent(ctx, 'schedule.failed', { contactId }, { scheduleId, error })
  } else if (ack === 1 || schedule.status === 'AGENDADA' || schedule.status === 'ERRO') {
    const changes = {
      error: '',
      sentAt: ctx.now,
      updatedAt: ctx.now,
      ...(repeats ? {} : { status: 'ENVIADA' as const }),
    }
    ctx.db.update(scheduleTable).set(changes).where(where).run()
    recordEvent(ctx, 'schedule.sent', { contactId }, { scheduleId })
  }
}

function followContact(ctx: CompanyContext, fromId: ContactId, intoId: ContactId) {
  const ofContact = eq(scheduleTable.contactId, fromId)
  const moved = ctx.db.update(scheduleTable).set({ contactId: intoId }).where(ofContact).returning().all()
  const scheduleIds = moved.map(({ id }) => id)
  if (moved.length > 0) recordEvent(ctx, 'schedule.contactChanged', { contactId: intoId }, { scheduleIds })
}

function goBack(ctx: CompanyContext, undone: ContactUnmerge, intoId: ContactId) {
  const { fromContactId: contactId, firstEvent, lastEvent } = undone
  for (const event of readEvents(ctx, firstEvent, { last: lastEvent })) {
    if (!isEvent(event, 'schedule.contactChanged')) continue
    const own = and(inArray(scheduleTable.id, event.data.scheduleIds), eq(scheduleTable.contactId, intoId))
    const moved = ctx.db.update(scheduleTable).set({ contactId }).where(own).returning().all()
    const scheduleIds = moved.map(({ id }) => id)
    if (moved.length > 0) recordEvent(ctx, 'schedule.contactChanged', { contactId }, { scheduleIds })
  }
}
