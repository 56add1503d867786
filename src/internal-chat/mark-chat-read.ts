import { and, eq, gt } from 'drizzle-orm'
import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { ChatId, UserId } from '../kernel/ids'
import { getChatForActor, presentChat } from './internal-chat.queries'
import { chatUserTable } from './internal-chat.tables'

/** @throws Refusal ERR_NO_CHAT_FOUND; ERR_NO_PERMISSION for another user */
export function markChatRead(ctx: CompanyContext, chatId: ChatId, given: UserId | null | undefined) {
  const userId = actingUserId(ctx.actor) ?? refuse('ERR_NO_PERMISSION')
  return ctx.transaction(() => {
    const chat = getChatForActor(ctx, chatId)
    if (given && given !== userId) refuse('ERR_NO_PERMISSION')
    const mine = and(eq(chatUserTable.chatId, chatId), eq(chatUserTable.userId, userId))
    const changed = ctx.db
      .update(chatUserTable)
      .set({ unreads: 0 })
      .where(and(mine, gt(chatUserTable.unreads, 0)))
      .returning({ userId: chatUserTable.userId })
      .all()
    if (changed.length > 0) recordEvent(ctx, 'chatMessage.read', {}, { chatId })
    return presentChat(ctx, chat)
  })
}
