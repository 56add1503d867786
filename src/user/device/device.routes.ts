import { Elysia } from 'elysia'
import { actingUserId } from '../../kernel/company/actor'
import { recordAudit } from '../../kernel/audit/audit'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { Operator, SuperUserGuard, UserGuard } from '../../kernel/http/user-guard'
import type { CompanyId, UserId } from '../../kernel/ids'
import { getCompany } from '../../platform/company/company.queries'
import { audit, type Platform } from '../../platform/platform'
import { whenReady } from '../session/authenticate'
import { endSession, endSessionsBut } from '../session/session'
import { canEditUser, canManageUsers } from '../user.policy'
import { getUser } from '../user.queries'
import { companySessionCalls, deviceCalls } from './device.calls'
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

export function companySessionRoutes(guard: SuperUserGuard, platform: Platform) {
  return answerCalls(new Elysia({ name: 'company-sessions' }).use(guard), companySessionCalls, {
    'DELETE /companies/:id/sessions': ({ operator, params }) => signOutCompany(platform, operator, params.id),
  })
}

/** Audited in the company and by the host. @throws Refusal ERR_NO_COMPANY_FOUND */
async function signOutCompany(platform: Platform, operator: Operator, companyId: CompanyId) {
  getCompany(platform, companyId)
  await whenReady(platform, companyId)
  const by = { kind: 'host' as const, id: operator.userId, name: '' }
  const ctx = createContext(platform.files.use(companyId), { kind: 'system', by })
  const ended = ctx.transaction(() => {
    const ended = endSessionsBut(ctx, operator.companyId === companyId ? operator.userId : undefined)
    recordAudit(ctx, { object: 'session', action: 'ended', changes: [{ field: 'sessions', to: ended }] })
    return ended
  })
  audit(platform, 'company.signedOut', { companyId, userId: operator.userId }, { by: operator, ended })
  return { ended }
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
