import { asc, count, eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import { required } from '../kernel/errors'
import type { ConnectionId, UserId } from '../kernel/ids'
import { foldText } from '../kernel/fold-text.contract'
import { matchesSearch } from '../kernel/search-words.contract'
import { pageOf } from '../kernel/request-parts'
import { queueTable } from '../queue/queue.tables'
import type { ListUsersQuery } from './user.contract'
import { canManageUsers, canSeeWholeUser } from './user.policy'
import { type IsOnline, presentPick, presentUser, type QueuePick } from './present-user'
import { userQueueTable, userTable } from './user.tables'

export type User = typeof userTable.$inferSelect

export function findUser(ctx: CompanyContext, id: UserId): User | undefined {
  return ctx.db.select().from(userTable).where(eq(userTable.id, id)).get()
}

interface UserFacts {
  name: string
  connectionId: ConnectionId | null
  farewellMessage: string
}

const facts = perCompany(({ sqlite }) =>
  sqlite.prepare<UserFacts, [number]>(
    'SELECT name, connection_id AS connectionId, farewell_message AS farewellMessage FROM user WHERE id = ?',
  ),
)

/** What is asked with every ticket; undefined for an unknown user. */
export function findUserFacts(ctx: CompanyContext, id: UserId): UserFacts | undefined {
  return facts(ctx.company).get(id) ?? undefined
}

/** @throws Refusal ERR_NO_USER_FOUND */
export function getUser(ctx: CompanyContext, id: UserId): User {
  return required(findUser(ctx, id), 'ERR_NO_USER_FOUND')
}

/** The connection that the user writes over first; null for none. */
export function findConnectionIdOfUser(ctx: CompanyContext, id: UserId): ConnectionId | null {
  return findUserFacts(ctx, id)?.connectionId ?? null
}

export function countUsers(ctx: CompanyContext) {
  return ctx.db.select({ n: count() }).from(userTable).get()?.n ?? 0
}

/** Everybody by name. A company has as many as its plan allows, so that all are read, searched and ordered as people do. */
export function listUsers(ctx: CompanyContext): User[] {
  const users = ctx.db.select().from(userTable).all()
  return users.sort((a, b) => foldText(a.name).localeCompare(foldText(b.name)) || a.id - b.id)
}

/** Queues of one user, or of everybody, in the order of menus. */
export function listUserQueues(ctx: CompanyContext, userId?: UserId): Map<UserId, QueuePick[]> {
  const rows = ctx.db
    .select({ userId: userQueueTable.userId, id: queueTable.id, name: queueTable.name, color: queueTable.color })
    .from(userQueueTable)
    .innerJoin(queueTable, eq(queueTable.id, userQueueTable.queueId))
    .where(userId === undefined ? undefined : eq(userQueueTable.userId, userId))
    .orderBy(asc(queueTable.orderQueue), asc(queueTable.id))
    .all()
  const byUser = new Map<UserId, QueuePick[]>()
  for (const { userId: owner, ...queue } of rows) byUser.set(owner, [...(byUser.get(owner) ?? []), queue])
  return byUser
}

/** The users screen; a plain user gets what the pickers need, and searches names only. */
export function listUserPage(ctx: CompanyContext, query: ListUsersQuery, isOnline: IsOnline) {
  const whole = canManageUsers(ctx.actor)
  const found = listUsers(ctx).filter((user) =>
    matchesSearch(whole ? `${user.name} ${user.email}` : user.name, query.searchParam),
  )
  const { rows, hasMore, count } = pageOf(found, query.pageNumber)
  const queues = listUserQueues(ctx)
  const users = rows.map((user) => (whole ? presentUser : presentPick)(ctx, user, queues.get(user.id), isOnline))
  return { users, hasMore, count }
}

export function listUserPicks(ctx: CompanyContext, isOnline: IsOnline) {
  const queues = listUserQueues(ctx)
  return listUsers(ctx).map((user) => presentPick(ctx, user, queues.get(user.id), isOnline))
}

export function getUserView(ctx: CompanyContext, id: UserId, isOnline: IsOnline) {
  const user = getUser(ctx, id)
  const present = canSeeWholeUser(ctx.actor, id) ? presentUser : presentPick
  return present(ctx, user, listUserQueues(ctx, id).get(id), isOnline)
}
