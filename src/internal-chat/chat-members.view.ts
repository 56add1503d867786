import { asc, eq, inArray } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import type { ChatId } from '../kernel/ids'
import { mediaUrlOf } from '../kernel/file/media-store'
import { userTable } from '../user/user.tables'
import type { ChatMember } from './internal-chat.calls'
import { chatUserTable } from './internal-chat.tables'

export function listMembers(ctx: CompanyContext, chatIds: readonly ChatId[]): Map<ChatId, ChatMember[]> {
  const rows = ctx.db
    .select({
      chatId: chatUserTable.chatId,
      userId: chatUserTable.userId,
      unreads: chatUserTable.unreads,
      name: userTable.name,
      pictureId: userTable.profileMediaId,
    })
    .from(chatUserTable)
    .innerJoin(userTable, eq(userTable.id, chatUserTable.userId))
    .where(inArray(chatUserTable.chatId, [...chatIds]))
    .orderBy(asc(userTable.name), asc(userTable.id))
    .all()
  const byChat = new Map<ChatId, ChatMember[]>()
  for (const { chatId, userId, unreads, name, pictureId } of rows) {
    const user = { id: userId, name, profileImage: mediaUrlOf(ctx, pictureId) }
    byChat.set(chatId, [...(byChat.get(chatId) ?? []), { userId, unreads, user }])
  }
  return byChat
}
