import { and, eq, inArray, sql } from 'drizzle-orm'
import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse, required } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { ChatId, ChatMessageId, UserId } from '../kernel/ids'
import { recordFile, type StagedFile, stageEach, withStagedFiles } from '../kernel/file/media-store'
import { findChatMessage } from './chat-messages.view'
import type { ChatMessageView } from './internal-chat.calls'
import { chatFileBytesMax, lastMessageLengthMax } from './internal-chat.contract'
import { getChatForActor } from './internal-chat.queries'
import { chatMessageTable, chatTable, chatUserTable } from './internal-chat.tables'

interface OutgoingChatMessage {
  texts: readonly string[]
  files?: readonly File[]
  clientId?: string
}

/** One per file; a repeated request returns the same. @throws Refusal ERR_NO_CHAT_FOUND, ERR_INVALID_INPUT, ERR_FILE_TOO_LARGE */
export async function sendChatMessage(ctx: CompanyContext, chatId: ChatId, outgoing: OutgoingChatMessage) {
  const senderId = actingUserId(ctx.actor) ?? refuse('ERR_NO_PERMISSION')
  getChatForActor(ctx, chatId)
  assertSendable(outgoing)
  const repeated = findRepeated(ctx, chatId, senderId, outgoing)
  if (repeated.length > 0) return present(ctx, repeated)
  const sent = await withStagedFiles(ctx, async (stage) =>
    storeMessages(ctx, chatId, senderId, outgoing, await stageEach(stage, outgoing.files)),
  )
  // A parallel request may have finished meanwhile.
  const stored = sent.length > 0 ? sent : findRepeated(ctx, chatId, senderId, outgoing)
  return stored.length > 0 ? present(ctx, stored) : refuse('ERR_CREATING_MESSAGE')
}

function assertSendable({ texts, files = [] }: OutgoingChatMessage) {
  if (files.length === 0 && texts.every((text) => text.trim() === '')) {
    refuse('ERR_INVALID_INPUT', { fields: { message: 'required' } })
  }
  if (files.some((file) => file.size > chatFileBytesMax)) {
    refuse('ERR_FILE_TOO_LARGE', { body: { fileBytesMax: chatFileBytesMax } })
  }
  if (files.some((file) => file.size === 0)) refuse('ERR_INVALID_INPUT', { fields: { medias: 'empty' } })
}

function storeMessages(
  ctx: CompanyContext,
  chatId: ChatId,
  senderId: UserId,
  { texts, clientId }: OutgoingChatMessage,
  files: readonly StagedFile[],
): ChatMessageId[] {
  return ctx.transaction(() => {
    // The user may have been removed meanwhile.
    getChatForActor(ctx, chatId)
    const ids: ChatMessageId[] = []
    for (let index = 0; index < Math.max(1, files.length); index++) {
      const file = files[index]
      const text = (texts[index] ?? '').trim()
      const ownId = clientId === undefined ? null : clientIdOf(clientId, index)
      const message = { chatId, senderId, message: text, clientId: ownId, createdAt: ctx.now }
      const row = ctx.db.insert(chatMessageTable).values(message).onConflictDoNothing().returning().get()
      if (!row) return ids
      if (file) attach(ctx, row.id, recordFile(ctx, file, 'internal-chat', row.id).id)
      const lastMessage = (text || file?.name || '').slice(0, lastMessageLengthMax)
      const updatedAt = sql`max(${chatTable.updatedAt}, ${ctx.now.getTime()})`
      ctx.db.update(chatTable).set({ lastMessage, updatedAt }).where(eq(chatTable.id, chatId)).run()
      recordEvent(ctx, 'chatMessage.sent', {}, { chatId, chatMessageId: row.id })
      ids.push(row.id)
    }
    const unreads = sql`iif(${chatUserTable.userId} = ${senderId}, 0, ${chatUserTable.unreads} + ${ids.length})`
    ctx.db.update(chatUserTable).set({ unreads }).where(eq(chatUserTable.chatId, chatId)).run()
    return ids
  })
}

const attach = (ctx: CompanyContext, id: ChatMessageId, mediaId: number) =>
  ctx.db.update(chatMessageTable).set({ mediaId }).where(eq(chatMessageTable.id, id)).run()

function clientIdOf(clientId: string, index: number) {
  return index === 0 ? clientId : `${clientId}.${index}`
}

function findRepeated(
  ctx: CompanyContext,
  chatId: ChatId,
  senderId: UserId,
  { clientId, files = [] }: OutgoingChatMessage,
): ChatMessageId[] {
  if (clientId === undefined) return []
  const clientIds = Array.from({ length: Math.max(1, files.length) }, (_, index) => clientIdOf(clientId, index))
  const isOwn = and(eq(chatMessageTable.senderId, senderId), eq(chatMessageTable.chatId, chatId))
  const { id } = chatMessageTable
  return ctx.db
    .select({ id })
    .from(chatMessageTable)
    .where(and(inArray(chatMessageTable.clientId, clientIds), isOwn))
    .orderBy(id)
    .all()
    .map(({ id }) => id)
}

function present(ctx: CompanyContext, ids: readonly ChatMessageId[]): ChatMessageView[] {
  return ids.map((id) => required(findChatMessage(ctx, id), 'ERR_NO_MESSAGE_FOUND'))
}
