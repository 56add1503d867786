import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { refuse, required } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { ChatId, ChatMessageId } from '../kernel/ids'
import { deleteMedia } from '../kernel/file/media-store'
import { findChatMessage } from './chat-messages.view'
import { lastMessageLengthMax } from './internal-chat.contract'
import './internal-chat.events'
import { canChangeChatMessage } from './internal-chat.policy'
import { getChatForActor } from './internal-chat.queries'

interface Written {
  id: number
  senderId: number | null
  message: string
  mediaId: number | null
  deletedAt: number | null
}

const statements = perCompany(({ sqlite }) => ({
  written: sqlite.prepare<Written, [number, number]>(
    `SELECT id, sender_id AS senderId, message, media_id AS mediaId, deleted_at AS deletedAt
     FROM chat_message WHERE id = ? AND chat_id = ?`,
  ),
  edit: sqlite.prepare<null, [string, number, number]>(
    'UPDATE chat_message SET message = ?, edited_at = ? WHERE id = ?',
  ),
  erase: sqlite.prepare<null, [number, number]>(
    "UPDATE chat_message SET message = '', media_id = NULL, edited_at = NULL, deleted_at = ? WHERE id = ?",
  ),
  summarise: sqlite.prepare<null, [number, number, number]>(
    `UPDATE chat SET last_message = ifnull((
       SELECT substr(iif(m.message = '', f.name, m.message), 1, ?) FROM chat_message m
       LEFT JOIN media f ON f.id = m.media_id
       WHERE m.chat_id = ? AND m.deleted_at IS NULL ORDER BY m.id DESC LIMIT 1
     ), '') WHERE id = ?`,
  ),
}))

/**
 * Edits the user's own message.
 * @throws Refusal ERR_NO_CHAT_FOUND, ERR_NO_MESSAGE_FOUND, also of a deleted one, ERR_NO_PERMISSION, ERR_INVALID_INPUT
 */
export function editChatMessage(ctx: CompanyContext, chatId: ChatId, id: ChatMessageId, text: string) {
  return ctx.transaction(() => {
    const written = getOwnMessage(ctx, chatId, id)
    if (written.deletedAt !== null) refuse('ERR_NO_MESSAGE_FOUND')
    const message = text.trim()
    if (message === '' && written.mediaId === null) refuse('ERR_INVALID_INPUT', { fields: { message: 'required' } })
    if (message !== written.message) {
      statements(ctx.company).edit.run(message, ctx.now.getTime(), id)
      noteChange(ctx, chatId, id)
    }
    return present(ctx, id)
  })
}

/** Deletes a message with its file; a placeholder remains visible. @throws as above; deleting it twice is no error */
export function deleteChatMessage(ctx: CompanyContext, chatId: ChatId, id: ChatMessageId) {
  return ctx.transaction(() => {
    const { mediaId, deletedAt } = getOwnMessage(ctx, chatId, id)
    if (deletedAt === null) {
      statements(ctx.company).erase.run(ctx.now.getTime(), id)
      if (mediaId !== null) deleteMedia(ctx, mediaId)
      noteChange(ctx, chatId, id)
    }
    return present(ctx, id)
  })
}

function getOwnMessage(ctx: CompanyContext, chatId: ChatId, id: ChatMessageId): Written {
  getChatForActor(ctx, chatId)
  const written = required(statements(ctx.company).written.get(id, chatId) ?? undefined, 'ERR_NO_MESSAGE_FOUND')
  return canChangeChatMessage(ctx.actor, written) ? written : refuse('ERR_NO_PERMISSION')
}

/** Lists show the last message, which may have changed; their order stays. */
function noteChange(ctx: CompanyContext, chatId: ChatId, chatMessageId: ChatMessageId) {
  statements(ctx.company).summarise.run(lastMessageLengthMax, chatId, chatId)
  recordEvent(ctx, 'chatMessage.changed', {}, { chatId, chatMessageId })
}

function present(ctx: CompanyContext, id: ChatMessageId) {
  return required(findChatMessage(ctx, id), 'ERR_NO_MESSAGE_FOUND')
}
