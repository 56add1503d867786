import { eq, and } from 'drizzle-orm'
import { reaction, recordEvent } from '../kernel/event/event-log'
import '../user/user.events'
import { eraseChat } from './internal-chat.commands'
import './internal-chat.events'
import { findChat, listMemberIds } from './internal-chat.queries'
import { chatTable, chatUserTable } from './internal-chat.tables'

/** A deleted user leaves all chats. Owned chats go to the longest-serving member, or are deleted without members. */
export const internalChatReactions = [
  reaction('user.deleted', (ctx, { data: { userId } }) => {
    const left = ctx.db.select().from(chatUserTable).where(eq(chatUserTable.userId, userId)).all()
    for (const { chatId } of left) {
      const chat = findChat(ctx, chatId)
      const heir = listMemberIds(ctx, chatId).find((id) => id !== userId)
      if (!chat) continue
      if (heir === undefined) {
        eraseChat(ctx, chat)
        continue
      }
      if (chat.ownerId === userId) {
        ctx.db.update(chatTable).set({ ownerId: heir }).where(eq(chatTable.id, chatId)).run()
      }
      ctx.db
        .delete(chatUserTable)
        .where(and(eq(chatUserTable.chatId, chatId), eq(chatUserTable.userId, userId)))
        .run()
      recordEvent(ctx, 'chat.changed', {}, { chatId, addedUserIds: [], removedUserIds: [userId] })
    }
  }),
]
