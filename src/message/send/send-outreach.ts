import { asc, eq, inArray, lt } from 'drizzle-orm'
import { chooseConnection } from '../../connection/save/choose-connection'
import type { ContactRow } from '../../contact/contact.queries'
import { asSystem, type CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import type { ConnectionId, MessageId, TicketId } from '../../kernel/ids'
import { addMs } from '../../kernel/time/clock'
import { dayMs } from '../../kernel/time/durations.contract'
import { pick } from '../../kernel/typed-object.contract'
import { type OutreachTicketRule, resolveOutreachTicket } from '../../ticket/opening/resolve-outreach-ticket'
import { assertSendable, composeMessages, type ComposeOptions, type MessageContent } from '../compose/compose-messages'
import { noteCause } from './automatic-limit'
import type { MessageRow } from '../message.queries'
import { outreachTable } from '../message.tables'
import { withCause } from '../trace/message-cause'
import type { MessageCause } from '../trace/message-trace.contract'
import { queueMessages } from './queue-message'

export interface Outreach {
  key: string
  cause: MessageCause
  contact: ContactRow
  /** The first that exists, else the channel's default. */
  connectionIds?: readonly (ConnectionId | null)[]
  content: MessageContent
  options?: Pick<ComposeOptions, 'signedBy' | 'variables' | 'uncaptioned'>
  ticket: OutreachTicketRule
}

interface SentOutreach {
  ticketId: TicketId
  messageIds: MessageId[]
  isRepeat: boolean
}

const keyKeptMs = 30 * dayMs

const { key, ticketId, messageIds, sentAt } = outreachTable

const statements = {
  find: statement((db, of: { key: string }) =>
    db.select({ ticketId, messageIds }).from(outreachTable).where(eq(key, of.key)),
  ),
  // A message is as old as its sending, unless the clock was set back.
  sentAt: statement((db, of: { at: Date }) =>
    db.select({ key, messageIds }).from(outreachTable).where(eq(sentAt, of.at)),
  ),
  insert: statement((db, row: typeof outreachTable.$inferSelect) =>
    db.insert(outreachTable).values(pick(row, 'key', 'ticketId', 'messageIds', 'sentAt')),
  ),
  // Deletes two per sending, so the table shrinks faster than it grows.
  forget: statement((db, { before }: { before: Date }) => {
    const oldest = db.select({ key }).from(outreachTable).where(lt(sentAt, before)).orderBy(asc(sentAt)).limit(2)
    return db.delete(outreachTable).where(inArray(key, oldest))
  }),
}

/** No reply: of a schedule, campaign or API client. Discard staged files after a refusal. @throws Refusal; nothing is written */
export function sendOutreach(ctx: CompanyContext, outreach: Outreach): SentOutreach {
  const system = asSystem(ctx)
  return ctx.transaction(() => findSent(system, outreach.key) ?? send(system, outreach))
}

export function findOutreachKey(
  ctx: CompanyContext,
  { id, createdAt }: Pick<MessageRow, 'id' | 'createdAt'>,
): string | undefined {
  const found = statements.sentAt.all(ctx, { at: createdAt })
  return found.find(({ messageIds }) => messageIds.includes(id))?.key
}

function findSent(ctx: CompanyContext, key: string): SentOutreach | undefined {
  const known = statements.find.get(ctx, { key })
  return known && { ...known, isRepeat: true }
}

function send(ctx: CompanyContext, { key, cause, contact, connectionIds, content, options, ticket: rule }: Outreach) {
  const connection =
    chooseConnection(ctx, contact.channel, { preferred: connectionIds }) ?? refuse('ERR_NO_DEF_WAPP_FOUND')
  const chat = { contactId: contact.id, connectionId: connection.id, channel: connection.channel }
  assertSendable(ctx, chat, content, options)
  const ticket = resolveOutreachTicket(ctx, { contact, connection, rule })
  noteCause(ctx, ticket.id)
  const messages = composeMessages(ctx, ticket, content, options)
  const messageIds = withCause(ctx, cause, () =>
    queueMessages(ctx, ticket, messages, { authorId: rule.author?.userId }),
  )
  statements.insert.run(ctx, { key, ticketId: ticket.id, messageIds, sentAt: ctx.now })
  statements.forget.run(ctx, { before: addMs(ctx.now, -keyKeptMs) })
  return { ticketId: ticket.id, messageIds, isRepeat: false }
}
