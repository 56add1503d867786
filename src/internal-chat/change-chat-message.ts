import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse, required } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { ChatId, ChatMessageId } from '../kernel/ids'
import { deleteMedia } from '../kernel/file/media-store'
import { mediaTable } from '../kernel/file/media.tables'
import { findChatMessage } from './chat-messages.view'
import { lastMessageLengthMax } from './internal-chat.contract'
import { canChangeChatMessage } from './internal-chat.policy'
import { getChatForActor } from './internal-chat.queries'
import { chatMessageTable, chatTable } from './internal-chat.tables'

/** @throws Refusal ERR_NO_CHAT_FOUND, ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION, ERR_INVALID_INPUT */
export function editChatMessage(ctx: CompanyContext, chatId: ChatId, id: ChatMessageId, text: string) {
  return ctx.transaction(() => {
    const written = getOwnMessage(ctx, chatId, id)
    if (written.deletedAt !== null) refuse('ERR_NO_MESSAGE_FOUND')
    const message = text.trim()
    if (message === '' && written.mediaId === null) refuse('ERR_INVALID_INPUT', { fields: { message: 'required' } })
    if (message !== written.message) {
      change(ctx, chatId, id, { message, editedAt: ctx.now })
    }
    return present(ctx, id)
  })
}

/** A placeholder remains. @throws as above; twice is no error */
export function deleteChatMessage(ctx: CompanyContext, chatId: ChatId, id: ChatMessageId) {
  return ctx.transaction(() => {
    const { mediaId, deletedAt } = getOwnMessage(ctx, chatId, id)
    if (deletedAt === null) {
      change(ctx, chatId, id, { message: '', mediaId: null, editedAt: null, deletedAt: ctx.now })
      deleteMedia(ctx, mediaId)
    }
    return present(ctx, id)
  })
}

function getOwnMessage(ctx: CompanyContext, chatId: ChatId, id: ChatMessageId) {
  getChatForActor(ctx, chatId)
  const isOfChat = and(eq(chatMessageTable.id, id), eq(chatMessageTable.chatId, chatId))
  const found = ctx.db.select().from(chatMessageTable).where(isOfChat).get()
  const written = required(found, 'ERR_NO_MESSAGE_FOUND')
  return canChangeChatMessage(ctx.actor, written) ? written : refuse('ERR_NO_PERMISSION')
}

function change(
  ctx: CompanyContext,
  chatId: ChatId,
  chatMessageId: ChatMessageId,
  columns: Partial<typeof chatMessageTable.$inferInsert>,
) {
  const { id, message, mediaId, deletedAt } = chatMessageTable
  ctx.db.update(chatMessageTable).set(columns).where(eq(id, chatMessageId)).run()
  const last = ctx.db
    .select({
      text: sql<string>`substr(iif(${message} = '', ${mediaTable.name}, ${message}), 1, ${lastMessageLengthMax})`,
    })
    .from(chatMessageTable)
    .leftJoin(mediaTable, eq(mediaTable.id, mediaId))
    .where(and(eq(chatMessageTable.chatId, chatId), isNull(deletedAt)))
    .orderBy(desc(id))
    .limit(1)
    .get()
  const lastMessage = last?.text ?? ''
  ctx.db.update(chatTable).set({ lastMessage }).where(eq(chatTable.id, chatId)).run()
  recordEvent(ctx, 'chatMessage.changed', {}, { chatId, chatMessageId })
}

function present(ctx: CompanyContext, id: ChatMessageId) {
  return required(findChatMessage(ctx, id), 'ERR_NO_MESSAGE_FOUND')
}
