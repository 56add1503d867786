import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import { whileClaimed } from '../platform/names/names'
import type { Platform, FirstAdmin } from '../platform/platform'
import { isSettingEnabled } from '../setting/setting.queries'
import { assertUserPassword } from './own-password-rules'
import type { UserBody } from './user.contract'
import { auditNewUser } from './audit-user'
import { newPasswordLink } from './password-link/password-link'
import { switchesFromRole } from './role/role.record'
import { canChangeUserField, canManageUsers } from './user.policy'
import { countUsers } from './user.queries'
import { setUserQueues, userColumns, checkUserPhone } from './user-columns'
import { setUserTags } from './user-tags'
import { userTable } from './user.tables'

/** @throws Refusal ERR_NO_PERMISSION, ERR_USER_CREATION_DISABLED, ERR_PLAN_LIMIT, ERR_EMAIL_ALREADY_EXISTS, ERR_INVALID_INPUT */
export async function createUser(platform: Platform, ctx: CompanyContext, body: UserBody) {
  assertMayCreate(ctx, body)
  if (body.phone) await checkUserPhone(ctx, body.phone)
  if (body.password) await assertUserPassword(platform, ctx, body, body.password)
  const passwordHash = body.password ? await platform.passwords.hash(body.password) : ''
  const claim = (await platform.names.emails.claim(body.email, { companyId: ctx.company.id })) ?? refuseEmail()
  const id = await whileClaimed([claim], () =>
    ctx.transaction(() => {
      // Checked again: others may have been created while the password was hashed.
      assertMayCreate(ctx, body)
      const { invite: _, ...given } = body
      const columns = userColumns(ctx, given)
      const { id } =
        ctx.db
          .insert(userTable)
          .values({
            ...columns,
            ...switchesFromRole(ctx, given, null),
            name: body.name,
            email: body.email,
            passwordHash,
            // Whoever creates the user knows the password.
            ...(passwordHash ? { mustChangePassword: true } : newPasswordLink(ctx.now)),
            createdAt: ctx.now,
            updatedAt: ctx.now,
          })
          .onConflictDoNothing()
          .returning({ id: userTable.id })
          .get() ?? refuseEmail()
      setUserQueues(ctx, id, body.queueIds ?? [])
      if (body.tagIds) setUserTags(ctx, id, body.tagIds)
      recordEvent(ctx, 'user.created', {}, { userId: id, name: body.name })
      auditNewUser(ctx, id)
      return id
    }),
  )
  await claim.confirm(id, undefined)
  return id
}

const refuseEmail = () => refuse('ERR_EMAIL_ALREADY_EXISTS', { fields: { email: 'emailTaken' } })

function assertMayCreate(ctx: CompanyContext, body: UserBody) {
  if (!canManageUsers(ctx.actor)) refuse('ERR_NO_PERMISSION')
  refuseOtherCompany(ctx, body.companyId)
  if (body.super && !canChangeUserField(ctx.actor, 'super', 0)) refuse('ERR_NO_PERMISSION')
  if (!isSettingEnabled(ctx, 'userCreation')) refuse('ERR_USER_CREATION_DISABLED')
  const limit = ctx.plan.users
  if (countUsers(ctx) >= limit) refuse('ERR_PLAN_LIMIT', { body: { limit: 'users', most: limit } })
}

/** The e-mail must have been claimed. */
export function createFirstAdmin(ctx: CompanyContext, admin: FirstAdmin) {
  const { id } = ctx.db
    .insert(userTable)
    .values({ ...admin, profile: 'admin', allowGroup: true, createdAt: ctx.now, updatedAt: ctx.now })
    .returning({ id: userTable.id })
    .get()
  return id
}
