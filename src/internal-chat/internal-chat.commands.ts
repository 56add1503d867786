import { and, eq, inArray } from 'drizzle-orm'
import { actingUserId } from '../kernel/company/actor'
import { inBatches, type LongWork, oneBatch } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { ChatId, UserId } from '../kernel/ids'
import { deleteMedia } from '../kernel/file/media-store'
import { existingUserIds } from '../user/user.queries'
import type { ChatBody, UpdateChatBody } from './internal-chat.contract'
import { canManageChat } from './internal-chat.policy'
import { type Chat, getChatForActor, listMemberIds, presentChat } from './internal-chat.queries'
import { chatMessageTable, chatTable, chatUserTable } from './internal-chat.tables'

/** @throws Refusal ERR_INVALID_INPUT for unknown users */
export function createChat(ctx: CompanyContext, { title, users }: ChatBody) {
  const ownerId = actingUserId(ctx.actor) ?? refuse('ERR_NO_PERMISSION')
  return ctx.transaction(() => {
    assertUsers(ctx, users)
    const times = { createdAt: ctx.now, updatedAt: ctx.now }
    const chat = ctx.db
      .insert(chatTable)
      .values({ uuid: crypto.randomUUID(), title, ownerId, ...times })
      .returning()
      .get()
    addMembers(ctx, chat.id, [...new Set([ownerId, ...users])])
    recordEvent(ctx, 'chat.created', {}, { chatId: chat.id })
    return presentChat(ctx, chat)
  })
}

/** Its owner stays. @throws Refusal ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION, ERR_INVALID_INPUT */
export function updateChat(ctx: CompanyContext, id: ChatId, { title, users }: UpdateChatBody) {
  return ctx.transaction(() => {
    const { ownerId } = getOwnChat(ctx, id)
    const changes = users ? changeMembers(ctx, id, new Set([ownerId, ...users])) : { added: [], removed: [] }
    const chat = ctx.db
      .update(chatTable)
      .set({ title, updatedAt: ctx.now })
      .where(eq(chatTable.id, id))
      .returning()
      .get()
    const { added: addedUserIds, removed: removedUserIds } = changes
    recordEvent(ctx, 'chat.changed', {}, { chatId: id, addedUserIds, removedUserIds })
    return presentChat(ctx, chat)
  })
}

/** With messages and files. @throws Refusal ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION */
export async function deleteChat(ctx: CompanyContext, id: ChatId) {
  getOwnChat(ctx, id)
  await inBatches(
    ctx,
    erasure(ctx, () => [id]),
  )
  ctx.transaction(() => eraseChat(ctx, getOwnChat(ctx, id)))
}

type ChatMessage = Pick<typeof chatMessageTable.$inferSelect, 'id' | 'mediaId'>

function erasure(ctx: CompanyContext, chats: () => ChatId[]): LongWork<ChatMessage> {
  const { id, mediaId, chatId } = chatMessageTable
  return {
    next: () => ctx.db.select({ id, mediaId }).from(chatMessageTable).where(inArray(chatId, chats())).limit(500).all(),
    work(message) {
      deleteMedia(ctx, message.mediaId)
      ctx.db.delete(chatMessageTable).where(eq(id, message.id)).run()
    },
  }
}

/** Deletes the messages of chats without another member, which end when the user is deleted. */
export function eraseMessagesOfUser(ctx: CompanyContext, userId: UserId) {
  const chatsOf = ctx.db
    .select({ id: chatUserTable.chatId })
    .from(chatUserTable)
    .where(eq(chatUserTable.userId, userId))
  const isAlone = (id: ChatId) => listMemberIds(ctx, id).length === 1
  return erasure(ctx, () => chatsOf.all().flatMap(({ id }) => (isAlone(id) ? [id] : [])))
}

export function eraseChat(ctx: CompanyContext, { id, title }: Chat) {
  const userIds = listMemberIds(ctx, id)
  oneBatch(ctx, { ...erasure(ctx, () => [id]), pace: Infinity })
  ctx.db.delete(chatTable).where(eq(chatTable.id, id)).run()
  recordEvent(ctx, 'chat.deleted', {}, { chatId: id, title, userIds })
}

function getOwnChat(ctx: CompanyContext, id: ChatId) {
  const chat = getChatForActor(ctx, id)
  return canManageChat(ctx.actor, chat) ? chat : refuse('ERR_NO_PERMISSION')
}

function changeMembers(ctx: CompanyContext, chatId: ChatId, wanted: ReadonlySet<UserId>) {
  const currentMemberIds = listMemberIds(ctx, chatId)
  const added = [...wanted].filter((id) => !currentMemberIds.includes(id))
  const removed = currentMemberIds.filter((id) => !wanted.has(id))
  assertUsers(ctx, added)
  addMembers(ctx, chatId, added)
  ctx.db
    .delete(chatUserTable)
    .where(and(eq(chatUserTable.chatId, chatId), inArray(chatUserTable.userId, removed)))
    .run()
  return { added, removed }
}

function addMembers(ctx: CompanyContext, chatId: ChatId, userIds: readonly UserId[]) {
  const members = userIds.map((userId) => ({ chatId, userId }))
  if (members.length > 0) ctx.db.insert(chatUserTable).values(members).run()
}

function assertUsers(ctx: CompanyContext, userIds: readonly UserId[]) {
  const wanted = [...new Set(userIds)]
  if (existingUserIds(ctx, wanted).length < wanted.length) refuse('ERR_INVALID_INPUT', { fields: { users: 'unknown' } })
}
