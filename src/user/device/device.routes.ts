import { Elysia } from 'elysia'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import type { UserId } from '../../kernel/ids'
import { audit, type Platform } from '../../platform/platform'
import { endSession, endSessionsBut } from '../session/session'
import { canEditUser, canManageUsers } from '../user.policy'
import { getUser } from '../user.queries'
import { deviceCalls } from './device.calls'
import { confirmDevice, forgetDevice, listDevices } from './devices'

export function deviceRoutes(guard: UserGuard, platform: Platform) {
  return answerCalls(new Elysia({ name: 'devices' }).use(guard), deviceCalls, {
    'GET /devices': ({ ctx }) => ({ devices: listDevices(ctx, ownId(ctx)) }),
    'POST /devices/:device/confirm': ({ ctx, params }) => {
      confirmDevice(ctx, ownId(ctx), params.device)
      return { ok: true }
    },
    'DELETE /devices/:device': ({ ctx, params }) => {
      forgetDevice(ctx, ownId(ctx), params.device)
      return { ok: true }
    },
    'DELETE /sessions': ({ ctx }) => {
      if (!canManageUsers(ctx.actor)) refuse('ERR_NO_PERMISSION')
      const by = ownId(ctx)
      const ended = endSessionsBut(ctx, by)
      audit(platform, 'company.signedOut', { companyId: ctx.company.id, userId: by }, { ended })
      return { ended }
    },
    'DELETE /users/:id/session': ({ ctx, params }) => {
      signOutColleague(ctx, params.id)
      audit(platform, 'user.signedOutByAdmin', { companyId: ctx.company.id, userId: params.id }, { by: ownId(ctx) })
      return { ok: true }
    },
  })
}

const ownId = (ctx: CompanyContext) => actingUserId(ctx.actor) ?? refuse('ERR_UNAUTHORIZED')

/** @throws Refusal ERR_NO_PERMISSION, also for oneself; ERR_NO_USER_FOUND */
function signOutColleague(ctx: CompanyContext, id: UserId) {
  ctx.transaction(() => {
    const user = getUser(ctx, id)
    if (!canManageUsers(ctx.actor) || !canEditUser(ctx.actor, user) || ownId(ctx) === id) refuse('ERR_NO_PERMISSION')
    if (endSession(ctx, id)) recordEvent(ctx, 'user.signedOut', {}, { userId: id })
  })
}
