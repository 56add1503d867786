import { type AuditNote, differences, recordAudit } from '../kernel/audit/audit'
import type { CompanyContext } from '../kernel/company/company-context'
import { isReadOnly } from '../kernel/company/held-output'
import type { UserId } from '../kernel/ids'
import { nameOfRole } from './role/role.record'
import { switchesOf } from './role/role.contract'
import { getUser, type User } from './user.queries'
import { listUserQueues } from './user-queues.view'

/** How the user wants the screen is nobody else's business. */
const factsOf = (ctx: CompanyContext, user: User, queues: string) => ({
  name: user.name,
  email: user.email,
  profile: user.profile,
  super: user.super,
  role: nameOfRole(ctx, user.roleId),
  ...switchesOf(user),
  queues,
  startWork: user.startWork,
  endWork: user.endWork,
  phone: user.phone,
  connectionId: user.connectionId,
  farewellMessage: user.farewellMessage,
})

export function queueNames(ctx: CompanyContext, id: UserId) {
  const queues = listUserQueues(ctx, id).get(id) ?? []
  return queues.map(({ name }) => name).join(', ')
}

/** Call it after the change. `queues`: the names of the user's queues before it. */
export function auditUser(ctx: CompanyContext, before: User, queues: string, isPasswordNew = false) {
  const after = getUser(ctx, before.id)
  const changes = [
    ...differences(factsOf(ctx, before, queues), factsOf(ctx, after, queueNames(ctx, before.id))),
    ...(isPasswordNew ? [{ field: 'password' }] : []),
  ]
  if (changes.length === 0) return
  recordAudit(ctx, { object: 'user', action: 'updated', id: after.id, name: after.name, changes })
}

export function auditNewUser(ctx: CompanyContext, id: UserId) {
  const user = getUser(ctx, id)
  const nothing = { name: user.name, super: false, farewellMessage: '', phone: '', connectionId: null, role: null }
  const changes = differences(nothing, factsOf(ctx, user, queueNames(ctx, id)))
  recordAudit(ctx, { object: 'user', action: 'created', id, name: user.name, changes })
}

/** What users do before they are signed in. */
export function auditOwn(
  ctx: CompanyContext,
  { id, name }: Pick<User, 'id' | 'name'>,
  note: Pick<AuditNote, 'action' | 'changes'> & { object?: string },
) {
  recordAudit(ctx, { object: 'user', id, name, ...note, by: { kind: 'user', id, name } })
}

/** Uses a transaction of its own, because the refusal rolls the current one back. */
export function auditRefusal(ctx: CompanyContext, user: User, note: { object?: string; action: AuditNote['action'] }) {
  if (isReadOnly(ctx.company)) return
  ctx.transaction(() => auditOwn(ctx, user, note))
}
