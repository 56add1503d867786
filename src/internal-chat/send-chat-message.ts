import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { refuse, required } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { ChatId, ChatMessageId, UserId } from '../kernel/ids'
import { recordFile, type StagedFile, stageEach, withStagedFiles } from '../kernel/file/media-store'
import { findChatMessage } from './chat-messages.view'
import type { ChatMessageView } from './internal-chat.calls'
import { chatFileBytesMax, lastMessageLengthMax } from './internal-chat.contract'
import './internal-chat.events'
import { getChatForActor } from './internal-chat.queries'

interface OutgoingChatMessage {
  /** With files: their texts, in order. A single text belongs to the first. */
  texts: readonly string[]
  files?: readonly File[]
  clientId?: string
}

const statements = perCompany(({ sqlite }) => ({
  insert: sqlite.prepare<{ id: number }, [number, number, string, string | null, number]>(
    `INSERT INTO chat_message (chat_id, sender_id, message, client_id, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING RETURNING id`,
  ),
  attach: sqlite.prepare<null, [number, number]>('UPDATE chat_message SET media_id = ? WHERE id = ?'),
  byClientId: sqlite.prepare<{ id: number }, [string, number, number]>(
    'SELECT id FROM chat_message WHERE client_id = ? AND sender_id = ? AND chat_id = ?',
  ),
  touch: sqlite.prepare<null, [string, number, number]>(
    'UPDATE chat SET last_message = ?, updated_at = max(updated_at, ?) WHERE id = ?',
  ),
  count: sqlite.prepare<null, [number, number, number]>(
    'UPDATE chat_user SET unreads = CASE WHEN user_id = ? THEN 0 ELSE unreads + ? END WHERE chat_id = ?',
  ),
}))

/**
 * Stores a member's messages, one per file; a repeated request returns the same ones. They are unread for the others,
 * and the chat is marked as read for the sender.
 * @throws Refusal ERR_NO_CHAT_FOUND, ERR_INVALID_INPUT, ERR_FILE_TOO_LARGE
 */
export async function sendChatMessage(ctx: CompanyContext, chatId: ChatId, outgoing: OutgoingChatMessage) {
  const senderId = actingUserId(ctx.actor) ?? refuse('ERR_NO_PERMISSION')
  getChatForActor(ctx, chatId)
  assertSendable(outgoing)
  const repeated = findRepeated(ctx, chatId, senderId, outgoing)
  if (repeated.length > 0) return present(ctx, repeated)
  const sent = await withStagedFiles(ctx, async (stage) =>
    storeMessages(ctx, chatId, senderId, outgoing, await stageEach(stage, outgoing.files)),
  )
  // A parallel request with the same client id may have finished while the files were written.
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
    // The user may have been removed from the chat while the files were written.
    getChatForActor(ctx, chatId)
    const sql = statements(ctx.company)
    const ids: ChatMessageId[] = []
    for (let index = 0; index < Math.max(1, files.length); index++) {
      const file = files[index]
      const text = (texts[index] ?? '').trim()
      const ownId = clientId === undefined ? null : clientIdOf(clientId, index)
      const row = sql.insert.get(chatId, senderId, text, ownId, ctx.now.getTime())
      if (!row) return ids
      if (file) sql.attach.run(recordFile(ctx, file, 'internal-chat', row.id).id, row.id)
      sql.touch.run((text || file?.name || '').slice(0, lastMessageLengthMax), ctx.now.getTime(), chatId)
      recordEvent(ctx, 'chatMessage.sent', {}, { chatId, chatMessageId: row.id })
      ids.push(row.id)
    }
    sql.count.run(senderId, ids.length, chatId)
    return ids
  })
}

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
  const { byClientId } = statements(ctx.company)
  const ids = Array.from({ length: Math.max(1, files.length) }, (_, index) => clientIdOf(clientId, index))
  return ids.flatMap((id) => byClientId.get(id, senderId, chatId)?.id ?? [])
}

function present(ctx: CompanyContext, ids: readonly ChatMessageId[]): ChatMessageView[] {
  return ids.map((id) => required(findChatMessage(ctx, id), 'ERR_NO_MESSAGE_FOUND'))
}
