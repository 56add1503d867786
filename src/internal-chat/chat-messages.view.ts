import { and, desc, eq, getTableColumns, lt } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import type { ChatId, ChatMessageId } from '../kernel/ids'
import { mediaUrl } from '../kernel/file/media-store'
import { mediaTable } from '../kernel/file/media.tables'
import { userTable } from '../user/user.tables'
import type { ChatMessagePage, ChatMessageView } from './internal-chat.calls'
import type { ListChatMessagesQuery } from './internal-chat.contract'
import { getChatForActor } from './internal-chat.queries'
import { chatMessageTable } from './internal-chat.tables'

const pageSize = 40

const { mediaId, ...columns } = getTableColumns(chatMessageTable)
const { id, chatId } = columns
const { key: mediaKey, name: mediaName, type: mediaType, size, width, height } = mediaTable
const media = { mediaKey, mediaName, mediaType, mediaSize: size, mediaWidth: width, mediaHeight: height }

const messages = (ctx: CompanyContext) =>
  ctx.db
    .select({ ...columns, ...media, senderName: userTable.name })
    .from(chatMessageTable)
    .leftJoin(userTable, eq(userTable.id, columns.senderId))
    .leftJoin(mediaTable, eq(mediaTable.id, mediaId))

/** Oldest first. @throws Refusal ERR_NO_CHAT_FOUND */
export function listChatMessages(
  ctx: CompanyContext,
  ofChat: ChatId,
  { cursor, pageNumber }: ListChatMessagesQuery,
): ChatMessagePage {
  getChatForActor(ctx, ofChat)
  const skipped = cursor === undefined ? (pageNumber - 1) * pageSize : 0
  const found = messages(ctx)
    .where(and(eq(chatId, ofChat), cursor === undefined ? undefined : lt(id, cursor)))
    .orderBy(desc(id))
    .limit(pageSize + 1)
    .offset(skipped)
    .all()
  const page = found.slice(0, pageSize)
  const hasMore = found.length > pageSize
  const oldest = page.at(-1)
  return {
    records: page.map(presentMessage).reverse(),
    hasMore,
    nextCursor: hasMore && oldest ? String(oldest.id) : null,
  }
}

export function findChatMessage(ctx: CompanyContext, messageId: ChatMessageId): ChatMessageView | undefined {
  const row = messages(ctx).where(eq(id, messageId)).get()
  return row ? presentMessage(row) : undefined
}

type MessageRow = NonNullable<ReturnType<ReturnType<typeof messages>['get']>>

function presentMessage(found: MessageRow): ChatMessageView {
  const { senderName, mediaKey, clientId, createdAt, editedAt, deletedAt, ...row } = found
  return {
    ...row,
    ...(clientId === null ? {} : { clientId }),
    sender: row.senderId === null ? null : { id: row.senderId, name: senderName ?? '' },
    mediaPath: mediaKey === null ? null : mediaUrl(mediaKey),
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    isDeleted: deletedAt !== null,
  }
}
