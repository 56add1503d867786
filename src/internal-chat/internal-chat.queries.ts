import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { required } from '../kernel/errors'
import type { ChatId, UserId } from '../kernel/ids'
import { matchesSearch } from '../kernel/text/search-words.contract'
import { pageOf } from '../kernel/http/request-parts'
import { listMembers } from './chat-members.view'
import type { ChatPage, ChatView } from './internal-chat.calls'
import type { ListChatsQuery } from './internal-chat.contract'
import { chatTable, chatUserTable } from './internal-chat.tables'

export type Chat = typeof chatTable.$inferSelect

/** Returns the chat by id or uuid if the user is a member; for others it does not exist. */
export function findChatForActor(ctx: CompanyContext, idOrUuid: ChatId | string): Chat | undefined {
  const named = typeof idOrUuid === 'number' ? eq(chatTable.id, idOrUuid) : eq(chatTable.uuid, idOrUuid)
  const member = eq(chatUserTable.userId, actingUserId(ctx.actor) ?? 0)
  const row = ctx.db
    .select({ chat: chatTable })
    .from(chatTable)
    .innerJoin(chatUserTable, and(eq(chatUserTable.chatId, chatTable.id), member))
    .where(named)
    .get()
  return row?.chat
}

/** @throws Refusal ERR_NO_CHAT_FOUND, also for no member */
export function getChatForActor(ctx: CompanyContext, idOrUuid: ChatId | string): Chat {
  return required(findChatForActor(ctx, idOrUuid), 'ERR_NO_CHAT_FOUND')
}

/** Most recent first. Some dozens, so filtered in memory. */
export function listChats(ctx: CompanyContext, { searchParam, pageNumber }: ListChatsQuery): ChatPage {
  const userId = actingUserId(ctx.actor) ?? 0
  const mine = ctx.db.select({ id: chatUserTable.chatId }).from(chatUserTable).where(eq(chatUserTable.userId, userId))
  const chats = ctx.db
    .select()
    .from(chatTable)
    .where(inArray(chatTable.id, mine))
    .orderBy(desc(chatTable.updatedAt), desc(chatTable.id))
    .all()
  const found = searchParam === '' ? chats : searchChats(ctx, chats, searchParam)
  const { rows, hasMore, count } = pageOf(found, pageNumber)
  return { records: presentChats(ctx, rows), hasMore, count, unreads: countUnreadChatMessages(ctx, userId) }
}

function searchChats(ctx: CompanyContext, chats: readonly Chat[], typed: string) {
  const members = listMembers(
    ctx,
    chats.map(({ id }) => id),
  )
  const botTexts = ({ id, title }: Chat) => [title, ...(members.get(id) ?? []).map(({ user }) => user.name)].join(' ')
  return chats.filter((chat) => matchesSearch(botTexts(chat), typed))
}

function countUnreadChatMessages(ctx: CompanyContext, userId: UserId) {
  const unreads = sql<number>`ifnull(sum(${chatUserTable.unreads}), 0)`
  return ctx.db.select({ n: unreads }).from(chatUserTable).where(eq(chatUserTable.userId, userId)).get()?.n ?? 0
}

export function listMemberIds(ctx: CompanyContext, chatId: ChatId): UserId[] {
  const { userId } = chatUserTable
  const members = ctx.db.select({ userId }).from(chatUserTable).where(eq(chatUserTable.chatId, chatId)).all()
  return members.map(({ userId }) => userId)
}

function presentChats(ctx: CompanyContext, chats: readonly Chat[]): ChatView[] {
  const members = listMembers(
    ctx,
    chats.map(({ id }) => id),
  )
  return chats.map((chat) => ({
    ...chat,
    createdAt: chat.createdAt.toISOString(),
    updatedAt: chat.updatedAt.toISOString(),
    users: members.get(chat.id) ?? [],
  }))
}

export function presentChat(ctx: CompanyContext, chat: Chat): ChatView {
  return required(presentChats(ctx, [chat])[0], 'ERR_NO_CHAT_FOUND')
}

export function findChat(ctx: CompanyContext, id: ChatId): Chat | undefined {
  return ctx.db.select().from(chatTable).where(eq(chatTable.id, id)).get()
}
