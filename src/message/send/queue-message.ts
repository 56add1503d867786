import { and, eq, isNotNull, max } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { channelRules } from '../../channel/channel-rules.contract'
import { asSystem, type CompanyContext } from '../../kernel/company/company-context'
import { actingUserId } from '../../kernel/company/actor'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { MessageId, TicketId, UserId } from '../../kernel/ids'
import { type Media, recordFile, stageAgain, type StagedFile } from '../../kernel/file/media-store'
import { noteMessageOnTicket } from '../../ticket/change/note-message-on-ticket'
import type { TicketRow } from '../../ticket/ticket.queries'
import {
  type ComposedMessage,
  type ComposeOptions,
  composeMessages,
  type ContentFile,
  isInReplyWindow,
} from '../compose/compose-messages'
import { previewOf } from '../inbound/inbound-content'
import { mentionsIn } from '../mention/mentions'
import { indexTranscription } from '../search/index-messages'
import type { MessageData, OfferedMenu } from '../message.answers'
import { messageTable } from '../message.tables'
import { outboxWake } from '../outbox/outbound-change'
import { withinLimit } from './automatic-limit'
import { storeMessage } from './store-message'
import { currentCause } from '../trace/message-cause'
import { recordStep } from '../trace/record-step'
import { createTicketNote, isNoted } from '../../ticket/note/ticket-note.commands'
import { commentReplyOf, lastInboundMs } from '../compose/last-inbound.view'

const texts = {
  pt: 'Uma mensagem automática não foi enviada: o canal só aceita mensagens até {hours} horas depois da última do contato.',
  en: 'An automatic message was not sent: the channel accepts messages only within {hours} hours of the contact’s last one.',
  es: 'Un mensaje automático no se envió: el canal solo acepta mensajes hasta {hours} horas después del último del contacto.',
}

interface QueueOptions {
  clientId?: string
  picked?: readonly number[]
  /** Shown as theirs, but nobody has answered with it. */
  authorId?: UserId
  /** After the last delayed message of the ticket, or now. Cancelled when a person takes over. */
  delayMs?: number
}

/** Before anything is sent. Fewer ids when the client's id is known. @throws Refusal ERR_WAPP_NOT_INITIALIZED */
export function queueMessages(
  ctx: CompanyContext,
  ticket: TicketRow,
  messages: readonly ComposedMessage[],
  { clientId, picked, authorId, delayMs = 0 }: QueueOptions = {},
): MessageId[] {
  const ids: MessageId[] = []
  const sendAfter = delayMs > 0 ? (lastSendAfter(ctx, ticket.id) ?? ctx.now.getTime()) + delayMs : null
  for (const [index, message] of messages.entries()) {
    const ownId = clientId && (index === 0 ? clientId : `${clientId}.${index}`)
    const id = queueMessage(ctx, ticket, message, { clientId: ownId, picked, authorId, sendAfter })
    if (id === undefined) return ids
    ids.push(id)
  }
  return ids
}

function queueMessage(
  ctx: CompanyContext,
  ticket: TicketRow,
  message: ComposedMessage,
  { clientId, picked, authorId, sendAfter }: Omit<QueueOptions, 'delayMs'> & { sendAfter: number | null },
): MessageId | undefined {
  const { connectionId } = ticket
  const { body, file, isPrivate, isForwarded, mediaType, quotedMessageId } = message
  if (connectionId === null && !isPrivate) refuse('ERR_WAPP_NOT_INITIALIZED')
  const userId = actingUserId(ctx.actor) ?? null
  const mentions = isPrivate && userId !== null ? mentionsIn(ctx, ticket, body, picked) : undefined
  const data = mentions ? { ...dataOf(message), mentions } : dataOf(message, authorId)
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
    sendAfter: isPrivate || sendAfter === null ? null : new Date(sendAfter),
    at: afterTheNewest(ctx, ticket.id),
  })
  if (messageId === undefined) return undefined
  const cause = currentCause(ctx)
  if (cause) recordStep(ctx, messageId, 'written', { cause })
  if (file) attachFile(ctx, messageId, file)
  const by = userId === null ? 'automation' : 'person'
  if (!isPrivate) {
    const unread = by === 'person' ? 'clear' : 'keep'
    noteMessageOnTicket(ctx, ticket, { messageId, preview: previewOf({ body, data }), at: ctx.now, unread })
    if (connectionId !== null) outboxWake(ctx, connectionId)
  }
  const subjects = { messageId, ticketId: ticket.id, contactId: ticket.contactId }
  recordEvent(ctx, 'message.sent', subjects, { by, ...(isPrivate ? { isPrivate } : {}) })
  return messageId
}

export function newProviderId() {
  return `3EB0${randomBytes(9).toString('hex').toUpperCase()}`
}

const notificationMark = '3EB0A5A5A5'

/** They belong to no conversation; the form tells them in later events. */
export function newNotificationId() {
  return `${notificationMark}${randomBytes(6).toString('hex').toUpperCase()}`
}

export function isNotificationId(providerId: string) {
  return providerId.startsWith(notificationMark)
}

const { ticketId, sendAfter, sendState, createdAt } = messageTable

const newest = {
  delayed: statement((db, of: { ticketId: TicketId }) =>
    db
      .select({ at: max(sendAfter) })
      .from(messageTable)
      .where(and(eq(ticketId, of.ticketId), eq(sendState, 'queued'), isNotNull(sendAfter))),
  ),
  created: statement((db, of: { ticketId: TicketId }) =>
    db
      .select({ at: max(createdAt) })
      .from(messageTable)
      .where(eq(ticketId, of.ticketId)),
  ),
}

export function lastSendAfter(ctx: CompanyContext, ticketId: TicketId): number | undefined {
  const at = newest.delayed.get(ctx, { ticketId })?.at
  return at && at > ctx.now ? at.getTime() : undefined
}

/** Later if the clock was set back: a reply must not sort before its question. */
function afterTheNewest(ctx: CompanyContext, ticketId: TicketId) {
  const at = newest.created.get(ctx, { ticketId })?.at
  return at && at > ctx.now ? at : ctx.now
}

function dataOf({ data: given, file }: ComposedMessage, authorId?: UserId): MessageData | null {
  const data = authorId === undefined ? given : { ...given, authorId }
  if (!file) return data ?? null
  const { name, type, size, pixels, voiceNote } = file
  return { ...data, file: { name, type, size, ...pixels, ...(voiceNote ? { voiceNote } : {}) } }
}

function attachFile(ctx: CompanyContext, messageId: MessageId, file: ContentFile) {
  const media = recordFile(ctx, file, 'message', messageId)
  ctx.db.update(messageTable).set({ mediaId: media.id }).where(eq(messageTable.id, messageId)).run()
}

/** Never refuses: the calling command must not fail. Leaves out files that the channel does not take. */
export function queueAutomaticText(
  ctx: CompanyContext,
  ticket: TicketRow,
  text: string,
  { media, voiceNote, quotedMessageId, variables, delayMs, data, menu }: AutomaticOptions = {},
): MessageId[] {
  if ((text.trim() === '' && !media) || !mayAnswer(ctx, ticket)) return []
  const { fileBytesMax } = channelRules[ticket.channel]
  const file = media && media.size > 0 && media.size <= fileBytesMax ? stageAgain(ctx, media) : undefined
  const options = { variables, quotedMessageId }
  const files = file ? [{ ...file, voiceNote }] : []
  const composed = menu
    ? withMenu(ctx, ticket, { text, files, menu }, options)
    : composeMessages(ctx, ticket, { texts: [text], files }, options)
  const messages = data ? composed.map((message) => ({ ...message, data: { ...message.data, ...data } })) : composed
  return queueAutomatic(ctx, ticket, messages, { delayMs })
}

/** What a user's action causes is not limited. */
function queueAutomatic(
  ctx: CompanyContext,
  ticket: TicketRow,
  messages: readonly ComposedMessage[],
  options: QueueOptions = {},
) {
  const isAsked = actingUserId(ctx.actor) !== undefined
  return queueMessages(asSystem(ctx), ticket, isAsked ? messages : withinLimit(ctx, ticket, messages), options)
}

/** The only answer to a comment is left to a person. */
function mayAnswer(ctx: CompanyContext, ticket: TicketRow) {
  if (ticket.connectionId === null || commentReplyOf(ctx, ticket)) return false
  const isOpen = isInReplyWindow(ctx, ticket)
  if (!isOpen) noteOutsideWindow(ctx, ticket)
  return isOpen
}

/** The file first, alone: a menu carries none. A split text ends with the menu. */
function withMenu(
  ctx: CompanyContext,
  ticket: TicketRow,
  { text, files, menu }: { text: string; files: ContentFile[]; menu: OfferedMenu },
  options: ComposeOptions,
): ComposedMessage[] {
  const before = files.length > 0 ? composeMessages(ctx, ticket, { files }, options) : []
  const texts = composeMessages(ctx, ticket, { texts: [text] }, options)
  return [...before, ...texts.map((message, at) => (at < texts.length - 1 ? message : { ...message, data: { menu } }))]
}

type AutomaticOptions = Pick<ComposeOptions, 'quotedMessageId' | 'variables'> &
  Pick<QueueOptions, 'delayMs'> & {
    media?: Media
    voiceNote?: boolean
    data?: Pick<MessageData, 'aiAgentId'>
    menu?: OfferedMenu
  }

/** As `queueAutomaticText`; undefined when the channel does not take a file of its size. */
export function queueAutomaticFile(
  ctx: CompanyContext,
  ticket: TicketRow,
  file: StagedFile,
  { caption = '', voiceNote = false, delayMs }: { caption?: string; voiceNote?: boolean; delayMs?: number },
): MessageId[] | undefined {
  if (!mayAnswer(ctx, ticket)) return []
  if (file.size === 0 || file.size > channelRules[ticket.channel].fileBytesMax) return undefined
  const sent = voiceNote ? { ...file, voiceNote, mediaType: 'audio' as const } : file
  const content = { texts: [caption], files: [sent] }
  return queueAutomatic(ctx, ticket, composeMessages(ctx, ticket, content, { variables: 'none' }), { delayMs })
}

export function queueAutomaticVoice(
  ctx: CompanyContext,
  ticket: TicketRow,
  file: StagedFile,
  transcription: string,
): MessageId[] {
  if (!mayAnswer(ctx, ticket)) return []
  const content = { files: [{ ...file, voiceNote: true, mediaType: 'audio' as const }] }
  const messages = composeMessages(ctx, ticket, content, { variables: 'none' })
  const spoken = messages.map((message) => ({ ...message, data: { transcription } }))
  return ctx.transaction(() => {
    const ids = queueAutomatic(ctx, ticket, spoken)
    for (const id of ids) indexTranscription(ctx, id, transcription)
    return ids
  })
}

/** Noted once after the contact's last message. */
function noteOutsideWindow(ctx: CompanyContext, ticket: TicketRow) {
  const { language } = ctx.company.services.about(ctx.company.id)
  const note = texts[language].replace('{hours}', String(channelRules[ticket.channel].replyWindowHours ?? 0))
  if (isNoted(ctx, ticket.id, note, lastInboundMs(ctx, ticket) ?? 0)) return
  createTicketNote(asSystem(ctx), { ticketId: ticket.id, note })
}
