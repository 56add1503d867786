import { count, inArray } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { rowReader } from '../kernel/database/row-reader'
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
import { userTable } from './user.tables'

export type User = typeof userTable.$inferSelect

const byId = perCompany(({ sqlite }) => rowReader(sqlite, userTable, 'id = ?'))

export function findUser(ctx: CompanyContext, id: UserId): User | undefined {
  return byId(ctx.company)(id)
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

export function findUserFacts(ctx: CompanyContext, id: UserId): UserFacts | undefined {
  return facts(ctx.company).get(id) ?? undefined
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

const statements = perCompany(({ sqlite }) => ({
  dashboardReader: sqlite.prepare<{ id: number }, []>(
    "SELECT id FROM user WHERE show_dashboard = 1 AND profile = 'user' LIMIT 1",
  ),
  phonesOfQueue: sqlite.prepare<{ phone: string }, [number]>(
    `SELECT user.phone FROM user_queue JOIN user ON user.id = user_queue.user_id
     WHERE user_queue.queue_id = ? AND user.phone <> ''`,
  ),
}))

export function hasDashboardReader(ctx: CompanyContext) {
  return statements(ctx.company).dashboardReader.get() !== null
}

export function listPhonesOfQueue(ctx: CompanyContext, queueId: QueueId): string[] {
  return statements(ctx.company)
    .phonesOfQueue.all(queueId)
    .map(({ phone }) => phone)
}

export function countUsers(ctx: CompanyContext) {
  return ctx.db.select({ n: count() }).from(userTable).get()?.n ?? 0
}

export function listUsers(ctx: CompanyContext): User[] {
  return ctx.db.select().from(userTable).all().sort(byName)
}

/** A page of the users screen. Plain users get only what pickers need, and search by name only. */
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
