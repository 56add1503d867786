import { and, count, eq, inArray, ne, or } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import { required } from '../kernel/errors'
import type { ConnectionId, QueueId, UserId } from '../kernel/ids'
import { mediaUrlOf } from '../kernel/file/media-store'
import { byName } from '../kernel/text/sort-order.contract'
import { matchesSearch } from '../kernel/text/search-words.contract'
import { pageOf } from '../kernel/http/request-parts'
import type { UserPick, UserView } from './user.calls'
import type { ListUsersQuery } from './user.contract'
import { canManageUsers, canSeeWholeUser } from './user.policy'
import { type IsOnline, presentPick, presentUser } from './present-user'
import { listUserQueues } from './user-queues.view'
import { userQueueTable, userTable } from './user.tables'
import { actingUserId } from '../kernel/company/actor'
import type { CompanyAbout } from '../kernel/company/company-files'

export type User = typeof userTable.$inferSelect

const { id, name, phone, profile, connectionId, farewellMessage, showDashboard } = userTable

const statements = {
  byId: statement((db, of: { id: UserId }) => db.select().from(userTable).where(eq(id, of.id))),
  facts: statement((db, of: { id: UserId }) =>
    db.select({ name, connectionId, farewellMessage }).from(userTable).where(eq(id, of.id)),
  ),
  firstAdmin: statement((db) => db.select({ id }).from(userTable).where(eq(profile, 'admin')).orderBy(id).limit(1)),
  dashboardReader: statement((db) =>
    db
      .select({ id })
      .from(userTable)
      .where(and(eq(showDashboard, true), eq(profile, 'user')))
      .limit(1),
  ),
  toTell: statement((db, of: { ownerId: UserId | null; queueId: QueueId | null }) => {
    const { userId, queueId } = userQueueTable
    const members = db
      .select({ userId })
      .from(userQueueTable)
      .where(eq(queueId, of.queueId ?? 0))
    const isMember = of.ownerId === null ? inArray(id, members) : undefined
    return db
      .select({ id })
      .from(userTable)
      .where(or(eq(profile, 'admin'), eq(id, of.ownerId ?? 0), isMember))
  }),
  phonesOfQueue: statement((db, of: { queueId: QueueId }) =>
    db
      .select({ phone })
      .from(userQueueTable)
      .innerJoin(userTable, eq(id, userQueueTable.userId))
      .where(and(eq(userQueueTable.queueId, of.queueId), ne(phone, ''))),
  ),
}

export function findUser(ctx: CompanyContext, id: UserId): User | undefined {
  return statements.byId.get(ctx, { id })
}

export function findUserFacts(ctx: CompanyContext, id: UserId) {
  return statements.facts.get(ctx, { id })
}

export function nameOfUser(ctx: CompanyContext, id: UserId | null) {
  const user = id === null ? undefined : findUserFacts(ctx, id)
  return id !== null && user ? { id, name: user.name } : null
}

export function getUser(ctx: CompanyContext, id: UserId): User {
  return required(findUser(ctx, id), 'ERR_NO_USER_FOUND')
}

export function findConnectionIdOfUser(ctx: CompanyContext, id: UserId): ConnectionId | null {
  return findUserFacts(ctx, id)?.connectionId ?? null
}

export function listUserNames(ctx: CompanyContext) {
  return ctx.db
    .select({
      id: userTable.id,
      name: userTable.name,
      email: userTable.email,
      profileMediaId: userTable.profileMediaId,
    })
    .from(userTable)
    .orderBy(userTable.name, userTable.id)
    .all()
    .map(({ profileMediaId, ...user }) => ({ ...user, profileImage: mediaUrlOf(ctx, profileMediaId) }))
}

export function existingUserIds(ctx: CompanyContext, ids: readonly UserId[]): UserId[] {
  const known = ctx.db
    .select({ id: userTable.id })
    .from(userTable)
    .where(inArray(userTable.id, [...ids]))
    .all()
  return known.map(({ id }) => id)
}

export const findFirstAdmin = (ctx: CompanyContext): UserId | undefined => statements.firstAdmin.get(ctx)?.id

export function hasDashboardReader(ctx: CompanyContext) {
  return statements.dashboardReader.get(ctx) !== undefined
}

export function listPhonesOfQueue(ctx: CompanyContext, queueId: QueueId): string[] {
  return statements.phonesOfQueue.all(ctx, { queueId }).map(({ phone }) => phone)
}

/** The owner, or the queue's members; and the admins. */
export function listUsersToTell(ctx: CompanyContext, ownerId: UserId | null, queueId: QueueId | null): UserId[] {
  return statements.toTell.all(ctx, { ownerId, queueId }).map((user) => user.id)
}

export function countUsers(ctx: CompanyContext) {
  return ctx.db.select({ n: count() }).from(userTable).get()?.n ?? 0
}

export function listUsers(ctx: CompanyContext): User[] {
  return ctx.db.select().from(userTable).all().sort(byName)
}

export function listUserPage(ctx: CompanyContext, query: ListUsersQuery, isOnline: IsOnline) {
  const whole = canManageUsers(ctx.actor)
  const found = listUsers(ctx).filter((user) =>
    matchesSearch(whole ? `${user.name} ${user.email}` : user.name, query.searchParam),
  )
  const { rows, hasMore, count } = pageOf(found, query.pageNumber)
  const queues = listUserQueues(ctx)
  const present = whole ? presentUser : presentPick
  return { users: rows.map((user) => present(ctx, user, queues.get(user.id), isOnline)), hasMore, count }
}

export function listUserPicks(ctx: CompanyContext, isOnline: IsOnline) {
  const queues = listUserQueues(ctx)
  return listUsers(ctx).map((user) => presentPick(ctx, user, queues.get(user.id), isOnline))
}

export function getUserView(ctx: CompanyContext, id: UserId, isOnline: IsOnline): UserView | UserPick {
  if (canSeeWholeUser(ctx.actor, id)) return getWholeUserView(ctx, id, isOnline)
  return presentPick(ctx, getUser(ctx, id), listUserQueues(ctx, id).get(id), isOnline)
}

export function getWholeUserView(ctx: CompanyContext, id: UserId, isOnline: IsOnline): UserView {
  return presentUser(ctx, getUser(ctx, id), listUserQueues(ctx, id).get(id), isOnline)
}

export function actorLanguage(ctx: CompanyContext): CompanyAbout['language'] {
  const userId = actingUserId(ctx.actor)
  const user = userId === undefined ? undefined : findUser(ctx, userId)
  return user?.language ?? ctx.company.services.about(ctx.company.id).language
}
