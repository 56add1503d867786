import { channelRules } from '../channel/channel-rules.contract'
import { asSystem, type CompanyContext } from '../kernel/company-context'
import { actingUserId } from '../kernel/actor'
import { perCompany } from '../kernel/company-files'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event-log'
import type { MessageId, TicketId } from '../kernel/ids'
import { type Media, recordFile, stageAgain } from '../kernel/media-store'
import { noteMessageOnTicket } from '../ticket/note-message-on-ticket'
import type { TicketRow } from '../ticket/ticket.queries'
import { isInReplyWindow } from './assert-channel'
import { type ComposedMessage, type ComposeOptions, composeMessages, type ContentFile } from './compose-messages'
import { previewOf } from './inbound/inbound-content'
import type { MessageData } from './message.answers'
import './message.events'
import { outboxWake } from './outbox/outbound-change'
import { newProviderId } from './provider-id'
import { storeMessage } from './store-message'

/**
 * Stores composed messages under their future provider ids before anything is sent, so none is lost or sent twice.
 * Private messages are never sent. Returns undefined when the client's id is known already.
 * @throws Refusal ERR_WAPP_NOT_INITIALIZED when the ticket's connection was deleted
 */
export function queueMessages(
  ctx: CompanyContext,
  ticket: TicketRow,
  messages: readonly ComposedMessage[],
  clientId?: string,
): MessageId[] {
  const ids: MessageId[] = []
  for (const [index, message] of messages.entries()) {
    const id = queueMessage(ctx, ticket, message, clientId && (index === 0 ? clientId : `${clientId}.${index}`))
    if (id === undefined) return ids
    ids.push(id)
  }
  return ids
}

function queueMessage(
  ctx: CompanyContext,
  ticket: TicketRow,
  message: ComposedMessage,
  clientId: string | undefined,
): MessageId | undefined {
  const { connectionId } = ticket
  const { body, file, isPrivate, isForwarded, mediaType, quotedMessageId } = message
  if (connectionId === null && !isPrivate) refuse('ERR_WAPP_NOT_INITIALIZED')
  const data = dataOf(message)
  const userId = actingUserId(ctx.actor) ?? null
  const messageId = storeMessage(ctx, {
    ticketId: ticket.id,
    isGroup: ticket.isGroup,
    connectionId,
    providerId: isPrivate ? null : newProviderId(),
    contactId: null,
    userId,
    fromMe: true,
    body,
    mediaType,
    ack: isPrivate ? 1 : 0,
    quotedMessageId,
    isPrivate,
    isForwarded,
    sendState: isPrivate ? null : 'queued',
    data,
    providerData: null,
    clientId: clientId ?? null,
    at: afterTheNewest(ctx, ticket.id),
  })
  if (messageId === undefined) return undefined
  if (file) attachFile(ctx, messageId, file)
  const by = userId === null ? 'automation' : 'person'
  if (!isPrivate) {
    const unread = by === 'person' ? 'clear' : 'keep'
    noteMessageOnTicket(ctx, ticket.id, { messageId, preview: previewOf({ body, data }), at: ctx.now, unread })
    if (connectionId !== null) outboxWake(ctx, connectionId)
  }
  const subjects = { messageId, ticketId: ticket.id, contactId: ticket.contactId }
  recordEvent(ctx, 'message.sent', subjects, { by, ...(isPrivate ? { isPrivate } : {}) })
  return messageId
}

const newest = perCompany(({ sqlite }) =>
  sqlite.prepare<{ at: number | null }, [number]>('SELECT max(created_at) AS at FROM message WHERE ticket_id = ?'),
)

/** Returns now, or a later time if the clock was set back: a reply must not sort before its question. */
function afterTheNewest(ctx: CompanyContext, ticketId: TicketId) {
  return Math.max(ctx.now.getTime(), newest(ctx.company).get(ticketId)?.at ?? 0)
}

function dataOf({ data, file }: ComposedMessage): MessageData | null {
  if (!file) return data ?? null
  const { name, type, size, voiceNote } = file
  return { ...data, file: { name, type, size, ...(voiceNote ? { voiceNote } : {}) } }
}

function attachFile(ctx: CompanyContext, messageId: MessageId, file: ContentFile) {
  const media = recordFile(ctx, file, 'message', messageId)
  ctx.company.sqlite.query('UPDATE message SET media_id = ? WHERE id = ?').run(media.id, messageId)
}

/**
 * Queues a text that the product sends automatically. Does nothing without a connection or after the reply window, and
 * never refuses, because the calling command must not fail. Files and quotes that the channel does not support are left
 * out.
 */
export function queueAutomaticText(
  ctx: CompanyContext,
  ticket: TicketRow,
  text: string,
  { media, quotedMessageId, variables }: AutomaticOptions = {},
): MessageId[] {
  if ((text.trim() === '' && !media) || ticket.connectionId === null || !isInReplyWindow(ctx, ticket)) return []
  const { fileBytesMax, quote } = channelRules[ticket.channel]
  const file = media && media.size > 0 && media.size <= fileBytesMax ? stageAgain(ctx, media) : undefined
  const content = { texts: [text], files: file ? [file] : [] }
  const options = { variables, quotedMessageId: quote ? quotedMessageId : null }
  return queueMessages(asSystem(ctx), ticket, composeMessages(ctx, ticket, content, options))
}

type AutomaticOptions = Pick<ComposeOptions, 'quotedMessageId' | 'variables'> & { media?: Media }
