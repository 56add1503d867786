import { eq } from 'drizzle-orm'
import type { MoveIn, MoveInStep } from '../kernel/move-in/move-in-step'
import { flagOf, numberOf, textOf, timesOf } from '../kernel/move-in/source-values'
import { chatMessageTable, chatTable, chatUserTable } from './internal-chat.tables'

function freeUuid({ ctx }: MoveIn, uuid: string) {
  const same = ctx.db.select({ id: chatTable.id }).from(chatTable).where(eq(chatTable.uuid, uuid)).get()
  return uuid === '' || same ? crypto.randomUUID() : uuid
}

const chats: MoveInStep = {
  table: 'Chats',
  take(moveIn, row) {
    const { ctx, find } = moveIn
    const ownerId = find('Users', row['ownerId'])
    if (ownerId === undefined) return { skipped: 'parent Users' }
    const title = textOf(row['title'] || row['groupName'], 250)
    const values = {
      uuid: freeUuid(moveIn, textOf(row['uuid'])),
      title,
      ownerId,
      lastMessage: textOf(row['lastMessage'], 1000),
    }
    return ctx.db
      .insert(chatTable)
      .values({ ...values, ...timesOf(row) })
      .returning({ id: chatTable.id })
      .get().id
  },
}

const ofChat = { column: 'chatId', table: 'Chats' } as const

const members: MoveInStep = {
  table: 'ChatUsers',
  owner: ofChat,
  take({ ctx, find }, row) {
    const [chatId, userId] = [find('Chats', row['chatId']), find('Users', row['userId'])]
    if (chatId === undefined || userId === undefined) return { skipped: 'parent Chats, Users' }
    const unreads = numberOf(row['unreads'], { max: 100_000 })
    ctx.db.insert(chatUserTable).values({ chatId, userId, unreads }).onConflictDoNothing().run()
    return 0
  },
}

const messages: MoveInStep = {
  table: 'ChatMessages',
  owner: ofChat,
  take({ ctx, find, attach }, row) {
    const chatId = find('Chats', row['chatId'])
    if (chatId === undefined) return { skipped: 'parent Chats' }
    const { createdAt, updatedAt } = timesOf(row)
    const { id } = ctx.db
      .insert(chatMessageTable)
      .values({
        chatId,
        senderId: find('Users', row['senderId']) ?? null,
        message: textOf(row['message']),
        createdAt,
        editedAt: flagOf(row['isEdited']) ? updatedAt : null,
        deletedAt: flagOf(row['isDeleted']) ? updatedAt : null,
      })
      .returning({ id: chatMessageTable.id })
      .get()
    const path = row['mediaPath']
    attach('internal-chat', id, {
      path: path ? [path, `chat/${path}`] : '',
      name: row['mediaName'] ?? undefined,
      at: createdAt,
    })
    return id
  },
  files: {
    'internal-chat': {
      kind: 'internal-chat',
      placed: ({ ctx }, id, { id: mediaId }) =>
        void ctx.db.update(chatMessageTable).set({ mediaId }).where(eq(chatMessageTable.id, id)).run(),
    },
  },
}

export const internalChatMoveIn = { chats, members, messages }
