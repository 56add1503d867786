import { and, eq } from 'drizzle-orm'
import { findLastTicketEvent, type Reaction, reaction } from '../kernel/event/event-log'
import { findMessageRow } from '../message/message.queries'
import '../message/message.events'
import { getTicketRow } from '../ticket/ticket.queries'
import '../ticket/ticket.events'
import { notificationTable } from './notification.tables'
import { notifyUser } from './notify-user'
import { withdrawMention, withdrawNotifications, withdrawTransfer } from './read-notifications'

const { ticketId, kind, createdAt } = notificationTable

export const notificationReactions: readonly Reaction[] = [
  reaction('ticket.transferred', (ctx, { data }) => {
    const { id, userId } = getTicketRow(ctx, data.toTicketId)
    if (userId === null) return
    // A transfer's message is a private note, too.
    const isNote = and(eq(kind, 'privateNote'), eq(createdAt, ctx.now))
    ctx.db
      .delete(notificationTable)
      .where(and(eq(notificationTable.userId, userId), eq(ticketId, id), isNote))
      .run()
    notifyUser(ctx, userId, id, { kind: 'transfer', text: data.message })
  }),
  reaction('ticket.transferUndone', (ctx, { ticketId, data: { before } }) => {
    if (before.userId !== null) withdrawTransfer(ctx, before.userId, ticketId)
  }),
  reaction('ticket.assigned', (ctx, { ticketId, data }) => {
    if (data.after.userId !== null) notifyUser(ctx, data.after.userId, ticketId, { kind: 'transfer', text: '' })
  }),
  reaction('ticket.snoozeEnded', (ctx, { ticketId, data }) => {
    // Nobody owns a waiting ticket.
    const userId = data.after.userId ?? findLastTicketEvent(ctx, ticketId, ['ticket.snoozed'])?.userId
    if (userId !== undefined) notifyUser(ctx, userId, ticketId, { kind: 'snoozeEnded', text: '' })
  }),
  reaction('message.sent', (ctx, { ticketId, messageId, data }) => {
    const message = data.isPrivate && findMessageRow(ctx, messageId)
    if (!message) return
    const { body, data: content } = message
    const mentioned = new Set(content?.mentions?.map(({ id }) => id))
    for (const userId of mentioned) notifyUser(ctx, userId, ticketId, { kind: 'mention', text: body, messageId })
    const owner = getTicketRow(ctx, ticketId).userId
    if (owner === null || mentioned.has(owner)) return
    notifyUser(ctx, owner, ticketId, { kind: 'privateNote', text: body, messageId })
  }),
  reaction('message.changed', (ctx, { ticketId, messageId, data: { mentioned = [], unmentioned = [] } }) => {
    for (const userId of unmentioned) withdrawMention(ctx, userId, messageId)
    const text = mentioned.length > 0 ? findMessageRow(ctx, messageId)?.body : undefined
    if (text === undefined) return
    for (const userId of mentioned) notifyUser(ctx, userId, ticketId, { kind: 'mention', text, messageId })
  }),
  reaction('ticket.contactEdited', (ctx, { ticketId, data: { change, text } }) => {
    const { userId } = getTicketRow(ctx, ticketId)
    if (userId !== null) notifyUser(ctx, userId, ticketId, { kind: change, text })
  }),
  reaction('message.deleted', (ctx, { messageId }) => withdrawNotifications(ctx, messageId)),
]
