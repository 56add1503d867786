import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import { audit, type Platform } from '../platform/platform'
import { dropDevices } from './device/devices'
import { dropPasskeys } from './passkey/passkeys'
import { hasSecondFactor } from './second-factor/factors'
import { dropApp } from './second-factor/second-factor'
import { removeSecondFactor } from './second-factor/remove-second-factor'
import { createUser } from './create-user'
import { invite, makeResetLink } from './password-link/invite'
import { listPresence } from './presence/list-presence'
import { setPause } from './presence/pause-user'
import type { IsOnline } from './present-user'
import { updateUser, firstUserId } from './update-user'
import { userCalls } from './user.calls'
import { removeUserPicture, setUserPicture } from './user-picture'
import { getUserView, getWholeUserView, listUserPage, listUserPicks, getUser } from './user.queries'
import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { UserId } from '../kernel/ids'
import { canEditUser, canDeleteUser, canManageUsers } from './user.policy'
import { userTable } from './user.tables'
import { actingUserId } from '../kernel/company/actor'
import type { MenuChoices, TableChoices } from './user.contract'
import { deleteMedia } from '../kernel/file/media-store'
import { inBatches, type WorkFor } from '../kernel/company/batches'
import { cancelMail } from '../platform/mail/send-mail'
import { whileClaimed } from '../platform/names/names'
import { forgetActors } from './actor.queries'
import { endSession } from './session/session'
import { linkMailKey } from './password-link/password-link'

export function userRoutes(guard: UserGuard, platform: Platform, isOnline: IsOnline = () => false) {
  return answerCalls(new Elysia({ name: 'user-routes' }).use(guard), userCalls, {
    'GET /users': ({ ctx, query }) => {
      refuseOtherCompany(ctx, query.companyId)
      return listUserPage(ctx, query, isOnline)
    },
    'GET /users/list': ({ ctx }) => listUserPicks(ctx, isOnline),
    'GET /users/presence': ({ ctx }) => listPresence(ctx, isOnline),
    'PUT /users/:id/presence': ({ ctx, params, body }) => {
      setPause(ctx, params.id, body.pause)
      return getWholeUserView(ctx, params.id, isOnline)
    },
    'GET /users/:id': ({ ctx, params }) => getUserView(ctx, params.id, isOnline),
    'POST /users': async ({ ctx, body, request }) => {
      const id = await createUser(platform, ctx, body)
      const user = getWholeUserView(ctx, id, isOnline)
      return user.invitedUntil ? { ...user, invitationLink: invite(platform, ctx, id, request).link } : user
    },
    'POST /users/:id/invitation': ({ ctx, params, body, request }) => invite(platform, ctx, params.id, request, body),
    'POST /users/:id/password-link': ({ ctx, params, request }) => makeResetLink(platform, ctx, params.id, request),
    'PUT /users/toggleChangeWidht/:userId': ({ ctx, params, body }) => {
      setTicketListWidth(ctx, params.userId, body.defaultTicketsManagerWidth)
      return getWholeUserView(ctx, params.userId, isOnline)
    },
    'PUT /users/menu': ({ ctx, body }) => {
      setMenuChoices(ctx, body)
      return { ok: true }
    },
    'PUT /users/table': ({ ctx, body: { table, ...choices } }) => {
      setTableChoices(ctx, table, choices)
      return { ok: true }
    },
    'PUT /users/:id': async ({ ctx, params, body }) => {
      await updateUser(platform, ctx, params.id, body)
      return getWholeUserView(ctx, params.id, isOnline)
    },
    'DELETE /users/:id': async ({ ctx, params }) => {
      await deleteUser(platform, ctx, params.id)
      return { ok: true }
    },
    'DELETE /users/:id/two-factor': ({ ctx, params }) => {
      resetSecondFactor(platform, ctx, params.id)
      return { ok: true }
    },
    'POST /users/:id/media-upload': async ({ ctx, params, body }) => {
      await setUserPicture(ctx, params.id, body.profileImage)
      const user = getWholeUserView(ctx, params.id, isOnline)
      return { ...user, user }
    },
    'DELETE /users/:id/media-upload': ({ ctx, params }) => {
      removeUserPicture(ctx, params.id)
      return getWholeUserView(ctx, params.id, isOnline)
    },
  })
}

function setTicketListWidth(ctx: CompanyContext, id: UserId, width: number) {
  ctx.transaction(() => {
    if (!canEditUser(ctx.actor, getUser(ctx, id))) refuse('ERR_NO_PERMISSION')
    ctx.db.update(userTable).set({ ticketListWidth: width }).where(eq(userTable.id, id)).run()
    recordEvent(ctx, 'user.changed', {}, { userId: id, fields: ['defaultTicketsManagerWidth'] })
  })
}

/** @throws Refusal ERR_NO_PERMISSION for others than users */
function setMenuChoices(ctx: CompanyContext, menuChoices: MenuChoices) {
  const id = actingUserId(ctx.actor) ?? refuse('ERR_NO_PERMISSION')
  ctx.transaction(() => {
    ctx.db.update(userTable).set({ menuChoices }).where(eq(userTable.id, id)).run()
    recordEvent(ctx, 'user.changed', {}, { userId: id, fields: ['menuChoices'] })
  })
}

const tablesMax = 100

/** Tables arranged longest ago are forgotten. @throws Refusal as `setMenuChoices` */
function setTableChoices(ctx: CompanyContext, table: string, choices: TableChoices) {
  const id = actingUserId(ctx.actor) ?? refuse('ERR_NO_PERMISSION')
  const isArranged = Object.values(choices).some((part) => Object.keys(part).length > 0)
  ctx.transaction(() => {
    const { [table]: _, ...others } = getUser(ctx, id).tableChoices
    const kept = Object.entries(isArranged ? { ...others, [table]: choices } : others).slice(-tablesMax)
    ctx.db
      .update(userTable)
      .set({ tableChoices: Object.fromEntries(kept) })
      .where(eq(userTable.id, id))
      .run()
    recordEvent(ctx, 'user.changed', {}, { userId: id, fields: ['tableChoices'] })
  })
}

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    beforeDeleteUser: readonly WorkFor<UserId>[]
  }
}

/** In batches. @throws Refusal ERR_INITIAL_RECORD for user 1, ERR_NO_PERMISSION for oneself */
async function deleteUser(platform: Platform, ctx: CompanyContext, id: UserId) {
  const { email } = getDeletableUser(ctx, id)
  for (const work of ctx.company.services.ports.beforeDeleteUser) await inBatches(ctx, work(ctx, id))
  const holder = { companyId: ctx.company.id, recordId: id }
  // Undefined where the index is wrong.
  const claim = await platform.names.emails.claim(email, holder)
  await whileClaimed([claim], () =>
    ctx.transaction(() => {
      const user = getDeletableUser(ctx, id)
      recordEvent(ctx, 'user.deleted', {}, { userId: id, name: user.name })
      ctx.db.delete(userTable).where(eq(userTable.id, id)).run()
      deleteMedia(ctx, user.profileMediaId)
      cancelMail(ctx, linkMailKey(id))
      forgetActors(ctx)
      dropApp(ctx, id)
      dropPasskeys(ctx, id)
      dropDevices(ctx, id)
      endSession(ctx, id)
    }),
  )
  await platform.names.emails.release(holder)
}

/** Of a colleague who lost the phone. @throws Refusal ERR_NO_PERMISSION, also for oneself; ERR_SECOND_FACTOR_OFF */
function resetSecondFactor(platform: Platform, ctx: CompanyContext, id: UserId) {
  const by = actingUserId(ctx.actor)
  ctx.transaction(() => {
    const user = getUser(ctx, id)
    if (!canManageUsers(ctx.actor) || !canEditUser(ctx.actor, user) || by === id) refuse('ERR_NO_PERMISSION')
    if (!hasSecondFactor(ctx, id)) refuse('ERR_SECOND_FACTOR_OFF')
    removeSecondFactor(ctx, id)
  })
  audit(platform, 'secondFactor.reset', { companyId: ctx.company.id, userId: id }, { by })
}

function getDeletableUser(ctx: CompanyContext, id: UserId) {
  if (!canManageUsers(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const user = getUser(ctx, id)
  if (id === firstUserId) refuse('ERR_INITIAL_RECORD')
  if (!canDeleteUser(ctx.actor, user)) refuse('ERR_NO_PERMISSION')
  return user
}
