import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import type { ChatId, ChatMessageId } from '../kernel/ids'
import { mediaUrl } from '../kernel/file/media-store'
import type { ChatMessagePage, ChatMessageView } from './internal-chat.calls'
import type { ListChatMessagesQuery } from './internal-chat.contract'
import { getChatForActor } from './internal-chat.queries'

const pageSize = 40

interface MessageRow {
  id: number
  chatId: number
  senderId: number | null
  senderName: string | null
  message: string
  mediaKey: string | null
  mediaName: string | null
  mediaType: string | null
  mediaSize: number | null
  mediaWidth: number | null
  mediaHeight: number | null
  clientId: string | null
  createdAt: number
  editedAt: number | null
  deletedAt: number | null
}

// Joined, because every message shows its sender.
const select = `SELECT m.id, m.chat_id AS chatId, m.sender_id AS senderId, u.name AS senderName, m.message,
    f.key AS mediaKey, f.name AS mediaName, f.type AS mediaType, f.size AS mediaSize, f.width AS mediaWidth, f.height AS mediaHeight, m.client_id AS clientId,
    m.created_at AS createdAt, m.edited_at AS editedAt, m.deleted_at AS deletedAt
  FROM chat_message m LEFT JOIN user u ON u.id = m.sender_id LEFT JOIN media f ON f.id = m.media_id`

const statements = perCompany(({ sqlite }) => ({
  before: sqlite.prepare<MessageRow, [number, number, number, number]>(
    `${select} WHERE m.chat_id = ? AND m.id < ? ORDER BY m.id DESC LIMIT ? OFFSET ?`,
  ),
  byId: sqlite.prepare<MessageRow, [number]>(`${select} WHERE m.id = ?`),
}))

/** Returns a page of messages, oldest first; earlier pages continue by key. @throws Refusal ERR_NO_CHAT_FOUND */
export function listChatMessages(
  ctx: CompanyContext,
  chatId: ChatId,
  { cursor, pageNumber }: ListChatMessagesQuery,
): ChatMessagePage {
  getChatForActor(ctx, chatId)
  const skipped = cursor === undefined ? (pageNumber - 1) * pageSize : 0
  const found = statements(ctx.company).before.all(chatId, cursor ?? Number.MAX_SAFE_INTEGER, pageSize + 1, skipped)
  const page = found.slice(0, pageSize)
  const hasMore = found.length > pageSize
  const oldest = page.at(-1)
  return {
    records: page.map(presentMessage).reverse(),
    hasMore,
    nextCursor: hasMore && oldest ? String(oldest.id) : null,
  }
}

export function findChatMessage(ctx: CompanyContext, id: ChatMessageId): ChatMessageView | undefined {
  const row = statements(ctx.company).byId.get(id)
  return row ? presentMessage(row) : undefined
}

function presentMessage(found: MessageRow): ChatMessageView {
  const { senderName, mediaKey, clientId, createdAt, editedAt, deletedAt, ...row } = found
  return {
    ...row,
    ...(clientId === null ? {} : { clientId }),
    sender: row.senderId === null ? null : { id: row.senderId, name: senderName ?? '' },
    mediaPath: mediaKey === null ? null : mediaUrl(mediaKey),
    createdAt: new Date(createdAt).toISOString(),
    editedAt: editedAt === null ? null : new Date(editedAt).toISOString(),
    isDeleted: deletedAt !== null,
  }
}
