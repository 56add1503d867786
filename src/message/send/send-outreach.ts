import { chooseConnection } from '../../connection/save/choose-connection'
import type { ContactRow } from '../../contact/contact.queries'
import { asSystem, type CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { refuse } from '../../kernel/errors'
import type { ConnectionId, MessageId, TicketId } from '../../kernel/ids'
import { readStored } from '../../kernel/database/stored-json'
import { dayMs } from '../../kernel/time/durations.contract'
import { type OutreachTicketRule, resolveOutreachTicket } from '../../ticket/opening/resolve-outreach-ticket'
import { assertSendable, composeMessages, type ComposeOptions, type MessageContent } from '../compose/compose-messages'
import { noteCause } from './automatic-limit'
import type { MessageRow } from '../message.queries'
import { queueMessages } from './queue-message'

export interface Outreach {
  /** Identifies this sending within the company, such as `campaign 7 1201`. */
  key: string
  contact: ContactRow
  /** Preferred connections, of which the first existing one is used. Otherwise the default of the contact's channel. */
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

/** Repeated keys are recognised for this long. */
const keyKeptMs = 30 * dayMs

const statements = perCompany(({ sqlite }) => ({
  find: sqlite.prepare<{ ticketId: number; messageIds: string }, [string]>(
    'SELECT ticket_id AS ticketId, message_ids AS messageIds FROM outreach WHERE key = ?',
  ),
  // A message is as old as its sending, unless the clock was set back.
  sentAt: sqlite.prepare<{ key: string; messageIds: string }, [number, number]>(
    'SELECT key, message_ids AS messageIds FROM outreach WHERE sent_at = ? AND ticket_id = ?',
  ),
  insert: sqlite.prepare<unknown, [string, number, string, number]>(
    'INSERT INTO outreach (key, ticket_id, message_ids, sent_at) VALUES (?, ?, ?, ?)',
  ),
  // Deletes two per sending, so the table shrinks faster than it grows.
  forget: sqlite.prepare<unknown, [number]>(
    'DELETE FROM outreach WHERE key IN (SELECT key FROM outreach WHERE sent_at < ? ORDER BY sent_at LIMIT 2)',
  ),
}))

/**
 * Sends a message that is not a reply, such as one of a schedule, a campaign or an API client. Finds or opens the
 * ticket by the rule and stores the messages in one transaction. The caller stages the files before and discards them
 * after a refusal or repetition.
 * @throws Refusal ERR_NO_DEF_WAPP_FOUND, ERR_OTHER_OPEN_TICKET, and as `assertSendable`; then nothing is written
 */
export function sendOutreach(ctx: CompanyContext, outreach: Outreach): SentOutreach {
  const system = asSystem(ctx)
  return ctx.transaction(() => findSent(system, outreach.key) ?? send(system, outreach))
}

/** Returns the name under which a message was sent; undefined for all others, and after a month. */
export function findOutreachKey(
  { company }: CompanyContext,
  { id, ticketId, createdAt }: Pick<MessageRow, 'id' | 'ticketId' | 'createdAt'>,
): string | undefined {
  const found = statements(company).sentAt.all(createdAt.getTime(), ticketId)
  return found.find(({ messageIds }) => readStored<MessageId[]>(messageIds).includes(id))?.key
}

function findSent(ctx: CompanyContext, key: string): SentOutreach | undefined {
  const known = statements(ctx.company).find.get(key)
  if (!known) return undefined
  return { ticketId: known.ticketId, messageIds: readStored<MessageId[]>(known.messageIds), isRepeat: true }
}

function send(ctx: CompanyContext, { key, contact, connectionIds, content, options, ticket: rule }: Outreach) {
  const connection =
    chooseConnection(ctx, contact.channel, { preferred: connectionIds }) ?? refuse('ERR_NO_DEF_WAPP_FOUND')
  const chat = { contactId: contact.id, connectionId: connection.id, channel: connection.channel }
  assertSendable(ctx, chat, content, options)
  const ticket = resolveOutreachTicket(ctx, { contact, connection, rule })
  noteCause(ctx, ticket.id)
  const messageIds = queueMessages(ctx, ticket, composeMessages(ctx, ticket, content, options), {
    authorId: rule.author?.userId,
  })
  const { insert, forget } = statements(ctx.company)
  insert.run(key, ticket.id, JSON.stringify(messageIds), ctx.now.getTime())
  forget.run(ctx.now.getTime() - keyKeptMs)
  return { ticketId: ticket.id, messageIds, isRepeat: false }
}
