import { asSystem, type CompanyContext } from '../kernel/company-context'
import { actingUserId } from '../kernel/actor'
import { perCompany } from '../kernel/company-files'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event-log'
import type { MessageId, TicketId } from '../kernel/ids'
import { recordFile, type StagedFile } from '../kernel/media-store'
import { noteMessageOnTicket } from '../ticket/note-message-on-ticket'
import type { TicketRow } from '../ticket/ticket.queries'
import { isInReplyWindow } from './assert-channel'
import { fillVariables } from './fill-variables'
import { previewOf } from './inbound/inbound-content'
import type { MediaType, MessageData } from './message.contract'
import './message.events'
import { outboxWake } from './outbox/outbound-change'
import { newProviderId } from './provider-id'
import { storeMessage } from './store-message'

export interface Draft {
  body: string
  mediaType?: MediaType | null
  file?: StagedFile & { voiceNote?: boolean }
  data?: MessageData
  quotedMessageId?: MessageId | null
  isPrivate?: boolean
  isForwarded?: boolean
  clientId?: string | null
}

/**
 * Writes a message of ours, whole and under the provider's id it will have, before anything is sent: from here on it
 * cannot be lost, and no crash sends it twice. A private one never leaves. Undefined when the client's id is known.
 * @throws Refusal ERR_WAPP_NOT_INITIALIZED when the ticket's connection is gone
 */
export function queueMessage(ctx: CompanyContext, ticket: TicketRow, draft: Draft): MessageId | undefined {
  const { connectionId } = ticket
  const isPrivate = draft.isPrivate ?? false
  if (connectionId === null && !isPrivate) refuse('ERR_WAPP_NOT_INITIALIZED')
  const data = dataOf(draft)
  const userId = actingUserId(ctx.actor) ?? null
  const messageId = storeMessage(ctx, {
    ...{ ticketId: ticket.id, isGroup: ticket.isGroup, connectionId, providerId: isPrivate ? null : newProviderId() },
    ...{ contactId: null, userId, fromMe: true, body: draft.body, mediaType: draft.mediaType ?? null },
    ...{ ack: isPrivate ? 1 : 0, quotedMessageId: draft.quotedMessageId ?? null, isPrivate },
    ...{ isForwarded: draft.isForwarded ?? false, sendState: isPrivate ? null : 'queued', data, providerData: null },
    ...{ clientId: draft.clientId ?? null, at: afterTheNewest(ctx, ticket.id) },
  })
  if (messageId === undefined) return undefined
  if (draft.file) attachFile(ctx, messageId, draft.file)
  const by = userId === null ? 'automation' : 'person'
  if (!isPrivate) {
    const unread = by === 'person' ? 'clear' : 'keep'
    noteMessageOnTicket(ctx, ticket.id, {
      messageId,
      preview: previewOf({ body: draft.body, data }),
      at: ctx.now,
      unread,
    })
    if (connectionId !== null) outboxWake(ctx, connectionId)
  }
  const subjects = { messageId, ticketId: ticket.id, contactId: ticket.contactId }
  recordEvent(ctx, 'message.sent', subjects, { by, ...(isPrivate ? { isPrivate } : {}) })
  return messageId
}

const newest = perCompany(({ sqlite }) =>
  sqlite.prepare<{ at: number | null }, [number]>('SELECT max(created_at) AS at FROM message WHERE ticket_id = ?'),
)

/** Now; but a clock that was set back must not put what is written now before what it answers. */
function afterTheNewest(ctx: CompanyContext, ticketId: TicketId) {
  return Math.max(ctx.now.getTime(), newest(ctx.company).get(ticketId)?.at ?? 0)
}

function dataOf({ data, file }: Draft): MessageData | null {
  if (!file) return data ?? null
  const { name, type, size, voiceNote } = file
  return { ...data, file: { name, type, size, ...(voiceNote ? { voiceNote } : {}) } }
}

function attachFile(ctx: CompanyContext, messageId: MessageId, file: StagedFile) {
  const media = recordFile(ctx, file, 'message', messageId)
  ctx.company.sqlite.query('UPDATE message SET media_id = ? WHERE id = ?').run(media.id, messageId)
}

/**
 * Something the product says by itself, its variables filled. Without a connection, or after the channel's time to answer,
 * there is nobody to say it to; a command is not refused for that.
 */
export function queueAutomaticText(
  ctx: CompanyContext,
  ticket: TicketRow,
  text: string,
  more: Pick<Draft, 'quotedMessageId' | 'file' | 'mediaType'> = {},
): MessageId | undefined {
  if ((text.trim() === '' && !more.file) || ticket.connectionId === null) return undefined
  if (!isInReplyWindow(ctx, ticket)) return undefined
  const body = fillVariables(ctx, text, ticket.id)
  return queueMessage(asSystem(ctx), ticket, { ...more, body })
}
