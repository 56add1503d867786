import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { actingUserId } from '../../kernel/company/actor'
import { refuse } from '../../kernel/errors'
import type { MessageId } from '../../kernel/ids'
import { findMedia, stageAgain } from '../../kernel/file/media-store'
import { listQueues } from '../../queue/queue.queries'
import { createTicket } from '../../ticket/opening/create-ticket'
import { canSeeTicket, canUseQueue } from '../../ticket/ticket.policy'
import { findActiveTicket, type TicketRow } from '../../ticket/ticket.queries'
import { withoutSignature } from '../compose/signature.contract'
import type { ForwardMessageBody } from '../message.contract'
import { getMessage, type MessageRow } from '../message.queries'
import { messageTable } from '../message.tables'
import { composeMessages, type ContentFile, type MessageContent } from '../compose/compose-messages'
import { withCause } from '../trace/message-cause'
import { queueMessages } from './queue-message'
import { assertContactReachable } from './writable-ticket'
import { findUser } from '../../user/user.queries'
import { isSettingEnabled } from '../../setting/setting.queries'

export function forwardMessage(ctx: CompanyContext, body: ForwardMessageBody): MessageId {
  const { message, ticket: source } = getMessage(ctx, body.messageId)
  assertForwardable(message)
  const id = ctx.transaction(() => {
    const file = copyFile(ctx, message)
    const ticket = targetTicket(ctx, source, body)
    const messages = composeMessages(ctx, ticket, contentOf(ctx, message, body, file), {
      signedBy: signerOf(ctx, message, body),
      // The text was filled when it was first sent.
      variables: 'none',
      isForwarded: true,
    })
    const cause = { kind: 'forward' as const, id: message.id }
    return withCause(ctx, cause, () => queueMessages(ctx, ticket, messages, { clientId: body.clientId })[0])
  })
  return id ?? findByClientId(ctx, body.clientId)
}

/** Private messages stay with the team; deleted ones are not repeated. */
function assertForwardable(message: MessageRow) {
  const isNothing = message.body === '' && message.mediaType === null
  if (message.isPrivate || message.isDeleted || isNothing || message.mediaType === 'call_log')
    refuse('ERR_FETCH_WAPP_MSG')
}

function copyFile(ctx: CompanyContext, { mediaId, data }: MessageRow) {
  if (!data?.file) return undefined
  const media = findMedia(ctx, mediaId)
  const staged = (media && stageAgain(ctx, media)) ?? refuse('ERR_WAPP_DOWNLOAD_MEDIA')
  return data.file.voiceNote ? { ...staged, voiceNote: true } : staged
}

function targetTicket(ctx: CompanyContext, source: TicketRow, { contactId, queueId }: ForwardMessageBody): TicketRow {
  assertContactReachable(ctx, contactId)
  const active = findActiveTicket(ctx, contactId, source.connectionId)
  if (active && canSeeTicket(ctx.actor, active)) return active
  return createTicket(ctx, {
    contactId,
    status: 'open',
    queueId: queueId ?? nearestQueue(ctx, source),
    whatsappId: source.connectionId,
  })
}

function nearestQueue(ctx: CompanyContext, { queueId }: TicketRow) {
  if (queueId !== null && canUseQueue(ctx.actor, queueId)) return queueId
  const [own] = ctx.actor.kind === 'user' ? ctx.actor.queueIds : []
  return own ?? listQueues(ctx).find(({ id }) => canUseQueue(ctx.actor, id))?.id
}

function contentOf(
  ctx: CompanyContext,
  message: MessageRow,
  body: ForwardMessageBody,
  file: ContentFile | undefined,
): MessageContent {
  const { data, mediaType } = message
  if (file) {
    const kind = mediaType === 'sticker' ? 'image' : mediaType
    return { texts: [message.body], files: [{ ...file, ...(kind ? { mediaType: kind } : {}) }] }
  }
  const { contacts, location } = data ?? {}
  if (contacts || location) return { special: { body: message.body, contacts, location } }
  return { texts: [signerOf(ctx, message, body) === null ? message.body : unsignedBody(ctx, message)] }
}

/** Captions stay unchanged. */
function signerOf(ctx: CompanyContext, { mediaType }: MessageRow, { signMessage }: ForwardMessageBody) {
  const signs = signMessage && mediaType === null && isSettingEnabled(ctx, 'sendSignMessage')
  return signs ? (actingUserId(ctx.actor) ?? null) : null
}

/** The forwarding user signs instead. */
function unsignedBody(ctx: CompanyContext, { body, fromMe, userId }: MessageRow) {
  const author = fromMe && userId !== null ? findUser(ctx, userId) : undefined
  return author ? withoutSignature(author.name, body) : body
}

function findByClientId(ctx: CompanyContext, clientId: string | undefined): MessageId {
  const { id, userId } = messageTable
  const row = ctx.db
    .select({ id })
    .from(messageTable)
    .where(and(eq(messageTable.clientId, clientId ?? ''), eq(userId, actingUserId(ctx.actor) ?? 0)))
    .get()
  return row?.id ?? refuse('ERR_CREATING_MESSAGE')
}
