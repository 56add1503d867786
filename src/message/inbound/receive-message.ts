import { eq } from 'drizzle-orm'
import { resolveContact } from '../../contact/identity/resolve-contact'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { MessageId, QueueId } from '../../kernel/ids'
import { enqueueJob } from '../../kernel/job/jobs'
import { noteMessageOnTicket } from '../../ticket/change/note-message-on-ticket'
import { resolveInboundTicket, type InboundTicket } from '../../ticket/opening/resolve-inbound-ticket'
import { findActiveTicket, findImportedTicket } from '../../ticket/ticket.queries'
import { applyReceipt } from './apply-receipt'
import { previewOf, readContent } from './inbound-content'
import type { InboundConnection, MessageEvent } from './inbound-message'
import { findByProviderId, isLate, type KnownMessage } from '../message.queries'
import { messageTable } from '../message.tables'
import { isNotificationId } from '../send/queue-message'
import { storeMessage } from '../send/store-message'
import { recordStep } from '../trace/record-step'
import { isPartyOf } from './apply-inbound-change'
import { refreshPreview } from '../change/refresh-preview'
import type { ContactRow } from '../../contact/contact.queries'
import { insertTicket } from '../../ticket/opening/insert-ticket'
import type { InboundEvent } from '../../channel/channel'
import type { MessageImport } from '../../connection/history/message-import.queries'

const ackReceived = 2
const ackRead = 3

interface ReceiveOptions {
  imported?: ImportRules
  /** When the provider's event arrived. */
  filedAt?: Date
}

export function receiveMessage(
  ctx: CompanyContext,
  connection: InboundConnection,
  event: MessageEvent,
  { imported, filedAt = ctx.now }: ReceiveOptions = {},
) {
  const known = findByProviderId(ctx, connection.id, event.id)
  if (known) {
    if (known.fromMe && event.fromMe && event.ack !== -1) {
      applyReceipt(ctx, connection, { type: 'receipt', targetIds: [event.id], ack: 1 })
    }
    if (known.placeholder) fillPlaceholder(ctx, connection, known, event)
    return
  }
  if (event.fromMe && isNotificationId(event.id)) return
  const isGroup = event.chat.addresses[0].kind === 'group'
  if (isGroup && !(imported?.groups ?? connection.allowGroup)) return
  const { answerContact, handleSilentAnswer } = ctx.company.services.ports
  const isHistory = imported !== undefined || isFromThePast(connection, event)
  const at = timeOf(ctx, event)
  const content = readContent(event.content, event)
  const preview = previewOf(content)
  const options = { connectionId: connection.id, isHistory }
  const contact = resolveContact(ctx, event.chat, { ...options, isGroup })
  const author = event.fromMe ? null : isGroup && event.author ? resolveContact(ctx, event.author, options) : contact
  const quotedMessageId = event.quotedId ? (findByProviderId(ctx, connection.id, event.quotedId)?.id ?? null) : null
  const { ticket, change, silent } = isHistory
    ? resolveHistoryTicket(ctx, contact, connection, at, imported)
    : resolveInboundTicket(ctx, {
        contact,
        connection,
        at,
        startedByUs: event.fromMe,
        isSilentAnswer: () =>
          !event.fromMe && !isGroup && handleSilentAnswer(ctx, { contact, connection, content, quotedMessageId }),
      })
  const messageId = storeMessage(ctx, {
    ticketId: ticket.id,
    isGroup,
    connectionId: connection.id,
    providerId: event.id,
    contactId: author?.id ?? null,
    userId: null,
    fromMe: event.fromMe,
    body: content.body,
    mediaType: content.mediaType,
    ack: event.fromMe ? (event.ack ?? 1) : isHistory ? ackRead : ackReceived,
    quotedMessageId,
    isPrivate: false,
    isForwarded: event.forwarded ?? false,
    sendState: null,
    data: content.data,
    providerData: { key: event.key, ...(content.source ? { source: content.source } : {}) },
    clientId: null,
    ...(isHistory ? { isHistory: true as const } : {}),
    at,
  })
  if (messageId === undefined) return
  const subjects = { ticketId: ticket.id, messageId, contactId: contact.id }
  if (content.source)
    enqueueJob(ctx, 'message.fetchMedia', { messageId }, { dedupeKey: `message.fetchMedia ${messageId}` })
  const unread = isHistory || silent ? 'keep' : event.fromMe ? 'clear' : 'add'
  const shown = isLate(ctx, ticket, at)
    ? { messageId: ticket.lastMessageId ?? 0, preview: ticket.lastMessage }
    : { messageId, preview }
  noteMessageOnTicket(ctx, ticket, { ...shown, at, unread })
  if (!isHistory) noteReceived(ctx, messageId, at, filedAt)
  if (isHistory || silent) return
  if (event.fromMe) recordEvent(ctx, 'message.sent', subjects, { by: 'phone' })
  else {
    recordEvent(ctx, 'message.received', subjects, {})
    // A comment is public, and may be answered only once. In standby, another app answers.
    if (event.referral?.of === 'comment' || event.standby) return
    answerContact(ctx, { ticket, change, contact, connection, messageId, content })
  }
}

/** Providers give whole seconds. */
const promptMs = 2_000
/** Shorter waits, such as for the other messages of a burst, are not recorded. */
const waitMs = 1_000

/** A message that came at once needs no step: its own time says so. */
export function noteReceived(ctx: CompanyContext, messageId: MessageId, createdAt: Date, filedAt: Date) {
  const [filedMs, readMs] = [filedAt.getTime(), ctx.now.getTime()]
  const waited = readMs - filedMs >= waitMs
  if (waited || readMs - createdAt.getTime() >= promptMs) {
    recordStep(ctx, messageId, 'received', waited ? { filedAt: filedMs } : {})
  }
}

/** At the end of the provider's second, so that an answer follows its question; never in the future. */
function timeOf(ctx: CompanyContext, { atMs, history }: MessageEvent) {
  const lastMoment = atMs % 1000 === 0 && !history ? atMs + 999 : atMs
  return new Date(Math.min(lastMoment, ctx.now.getTime()))
}

/** Anything newer than the newest seen was missed while offline. */
function isFromThePast(connection: InboundConnection, { atMs, history }: MessageEvent) {
  const lastSeenMs = connection.lastMessageAt.getTime()
  return history === true && (lastSeenMs === 0 || atMs <= lastSeenMs)
}

function fillPlaceholder(ctx: CompanyContext, connection: InboundConnection, known: KnownMessage, event: MessageEvent) {
  if (event.content.kind === 'unknown' || known.isDeleted) return
  if (!isPartyOf(ctx, connection, event.author ?? event.chat, known)) return
  const content = readContent(event.content)
  const { body, mediaType, data, source } = content
  const providerData = { key: event.key, ...(source ? { source } : {}) }
  ctx.db.update(messageTable).set({ body, mediaType, data, providerData }).where(eq(messageTable.id, known.id)).run()
  const messageId = known.id
  if (source) enqueueJob(ctx, 'message.fetchMedia', { messageId }, { dedupeKey: `message.fetchMedia ${messageId}` })
  refreshPreview(ctx, { messageId, ticketId: known.ticketId, preview: previewOf(content) })
  recordEvent(ctx, 'message.changed', { messageId, ticketId: known.ticketId }, { what: 'text' })
}

interface ImportRules {
  groups: boolean
  queueId: QueueId | null
  waits: boolean
}

/** Notifies nobody. Closed and first of the contact, or pending where an import wants that and no ticket is active. */
function resolveHistoryTicket(
  ctx: CompanyContext,
  contact: ContactRow,
  connection: InboundConnection,
  at: Date,
  rules?: ImportRules,
): InboundTicket {
  const known = findImportedTicket(ctx, contact.id, connection.id)
  if (known) return { ticket: known, change: 'existing', silent: true }
  const mayWait = rules?.waits === true && contact.active && !contact.isGroup
  const waits = mayWait && !findActiveTicket(ctx, contact.id, connection.id)
  const ticket = insertTicket(ctx, {
    contactId: contact.id,
    connectionId: connection.id,
    channel: connection.channel,
    isGroup: contact.isGroup,
    status: waits ? 'pending' : 'closed',
    queueId: rules?.queueId ?? null,
    userId: null,
    startedByUs: false,
    imported: true,
    silent: true,
    at,
  })
  return { ticket, change: 'created', silent: true }
}

/** Without events, answers and figures. Changes are skipped: a history contains their result. */
export function interpretHistory(
  ctx: CompanyContext,
  connection: InboundConnection,
  events: readonly InboundEvent[],
  rules: MessageImport | undefined,
) {
  for (const event of events) {
    if (event.type === 'group')
      resolveContact(ctx, event.party, { connectionId: connection.id, isGroup: true, isHistory: true })
    if (event.type !== 'message') continue
    receiveMessage(ctx, connection, event, {
      imported: {
        groups: rules?.withGroups ?? connection.allowGroup,
        queueId: rules?.queueId ?? null,
        waits: rules ? !rules.closes : false,
      },
    })
  }
}
