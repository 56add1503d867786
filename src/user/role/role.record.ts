import { count, eq, isNotNull } from 'drizzle-orm'
import { sqliteTable } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { isAdmin } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordColumns, uniqueNameColumns } from '../../kernel/database/columns'
import { refuse } from '../../kernel/errors'
import { reaction, recordEvent } from '../../kernel/event/event-log'
import { columnsOf } from '../../kernel/record/columns-of'
import { defineRecord } from '../../kernel/record/define-record'
import { viewOf } from '../../kernel/record/record-view'
import { forgetActors } from '../actor.queries'
import { userTable } from '../user.tables'
import { RoleBody, type SwitchName, type Switches, switchesOf, switchNames } from './role.contract'

export const roleTable = sqliteTable('role', { ...recordColumns, ...columnsOf(RoleBody), ...uniqueNameColumns })

export const RoleView = viewOf(roleTable, { usersCount: v.number() })
export type RoleView = v.InferOutput<typeof RoleView>

declare module '../../kernel/record/record-change.contract' {
  interface Records {
    role: RoleView
  }
}

const { roleId } = userTable

export const roleRecords = defineRecord({
  subject: 'role',
  path: '/roles',
  table: roleTable,
  view: RoleView,
  body: RoleBody,
  uniqueName: {},
  read: 'admins',
  change: isAdmin,
  list: { all: true },
  // Their switches stay as they are.
  deletes: (ctx, { id }) => changeUsers(ctx, id, { roleId: null }, ['roleId']),
  present(ctx) {
    const counts = ctx.db.select({ roleId, n: count() }).from(userTable).where(isNotNull(roleId)).groupBy(roleId).all()
    const usersOf = new Map(counts.map((row) => [row.roleId, row.n]))
    return ({ id }) => ({ usersCount: usersOf.get(id) ?? 0 })
  },
  changedBy: {
    'user.created': (_, ctx) => idsOfRoles(ctx),
    'user.changed': ({ data }, ctx) => (data.fields.includes('roleId') ? idsOfRoles(ctx) : []),
    'user.deleted': (_, ctx) => idsOfRoles(ctx),
  },
})

const idsOfRoles = ({ db }: CompanyContext): number[] =>
  db
    .select({ id: roleTable.id })
    .from(roleTable)
    .all()
    .map(({ id }) => id)

export const roleReaction = reaction('role.updated', (ctx, { data }) => {
  const role = roleRecords.get(ctx, data.roleId)
  const before = ctx.db.select().from(userTable).where(eq(roleId, role.id)).limit(1).get()
  // Users show the name, too.
  const changed = before ? switchNames.filter((name) => before[name] !== role[name]) : []
  changeUsers(ctx, role.id, switchesOf(role), ['role', ...changed])
})

function changeUsers(
  ctx: CompanyContext,
  id: number,
  columns: Partial<typeof userTable.$inferInsert>,
  fields: readonly string[],
) {
  const changes = { ...columns, updatedAt: ctx.now }
  const users = ctx.db.update(userTable).set(changes).where(eq(roleId, id)).returning({ id: userTable.id }).all()
  forgetActors(ctx)
  for (const user of users) recordEvent(ctx, 'user.changed', {}, { userId: user.id, fields: [...fields] })
}

interface GivenRights extends Partial<Switches> {
  roleId?: number | null | undefined
}

/** Returns the switches of the user's role, none without one. @throws Refusal ERR_INVALID_INPUT for an unknown role or other switches */
export function switchesFromRole(ctx: CompanyContext, given: GivenRights, present: number | null): Partial<Switches> {
  const id = given.roleId === undefined ? present : given.roleId
  if (id === null) return {}
  const role = roleRecords.find(ctx, id) ?? refuse('ERR_INVALID_INPUT', { fields: { roleId: 'unknown' } })
  const differs = (name: SwitchName) => given[name] !== undefined && given[name] !== role[name]
  const refused = id === present ? switchNames.filter(differs) : []
  if (refused.length > 0) {
    refuse('ERR_INVALID_INPUT', { fields: Object.fromEntries(refused.map((name) => [name, 'ofRole'])) })
  }
  return switchesOf(role)
}

export const nameOfRole = (ctx: CompanyContext, id: number | null) =>
  id === null ? null : (roleRecords.find(ctx, id)?.name ?? null)
