import { Elysia } from 'elysia'
import * as v from 'valibot'
import { actingUserId } from '../../kernel/company/actor'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { readSecret } from '../../kernel/config/sealed-secret'
import { refuse } from '../../kernel/errors'
import { answerCalls } from '../../kernel/http/answer-calls'
import { createUserGuard } from '../../kernel/http/user-guard'
import { minuteMs } from '../../kernel/time/durations.contract'
import { readBranding } from '../../platform/branding/platform-setting.queries'
import type { HostAuditType } from '../../platform/audit/host-audit.contract'
import { audit, type Platform } from '../../platform/platform'
import type { AccessTokens } from '../../platform/sign-in/access-token'
import { confirmPassword } from '../confirm-password'
import { authenticateToSetUp } from '../session/authenticate'
import { usePasskey } from '../passkey/use-passkey'
import { getUser } from '../user.queries'
import { passwordMark } from './challenge'
import { countRecoveryCodes, newRecoveryCodes, storeRecoveryCodes } from './recovery-codes'
import { hasApp, hasPasskey, hasSecondFactor } from './factors'
import { assertStillProtected, requiresSecondFactor } from './required-second-factor'
import { dropApp, enableTotp, findTotp, noteChange, refuseCode, useCode } from './second-factor'
import { secondFactorCalls, type TwoFactorView } from './second-factor.calls'
import type { PasswordAndCodeBody } from './second-factor.contract'
import { newTotpSecret, stepOfCode, totpAddress } from './totp'

export function secondFactorRoutes(platform: Platform, tokens: AccessTokens) {
  const guard = createUserGuard((request) => authenticateToSetUp(platform, tokens, request), 'set-up-guard')
  return answerCalls(new Elysia({ name: 'second-factor' }).use(guard), secondFactorCalls, {
    'GET /two-factor': ({ ctx }) => presentTwoFactor(platform, ctx),
    'POST /two-factor/start': async ({ ctx, body }) => {
      const user = getUser(ctx, ownId(ctx))
      await confirmPassword(platform, ctx, user, body.currentPassword)
      if (hasApp(ctx, user.id)) refuse('ERR_SECOND_FACTOR_ON')
      const secret = newTotpSecret()
      const address = totpAddress(secret, { product: readBranding(platform).name, email: user.email })
      return { secret, address, setup: sealSetup(platform, ctx, { secret, mark: passwordMark(user) }) }
    },
    'POST /two-factor/enable': ({ ctx, body }) => enable(platform, ctx, body),
    'POST /two-factor/recovery-codes': async ({ ctx, body, request }) => {
      if (!hasSecondFactor(ctx, ownId(ctx))) refuse('ERR_SECOND_FACTOR_OFF')
      await confirm(platform, ctx, body, request)
      const recovery = await newRecoveryCodes()
      const fresh = createContext(ctx.company, ctx.actor)
      fresh.transaction(() => {
        if (!hasSecondFactor(fresh, ownId(ctx))) refuse('ERR_SECOND_FACTOR_OFF')
        storeRecoveryCodes(fresh, ownId(ctx), recovery)
        noteChange(fresh, ownId(ctx), 'codesRenewed')
      })
      note(platform, ctx, 'secondFactor.recoveryCodes')
      return { recoveryCodes: recovery.codes }
    },
    'POST /two-factor/disable': async ({ ctx, body, request }) => {
      if (!hasApp(ctx, ownId(ctx))) refuse('ERR_SECOND_FACTOR_OFF')
      await confirm(platform, ctx, body, request)
      const fresh = createContext(ctx.company, ctx.actor)
      fresh.transaction(() => {
        if (!hasApp(fresh, ownId(ctx))) refuse('ERR_SECOND_FACTOR_OFF')
        dropApp(fresh, ownId(ctx))
        assertStillProtected(platform, fresh, getUser(fresh, ownId(ctx)))
        noteChange(fresh, ownId(ctx), 'turnedOff')
      })
      note(platform, ctx, 'secondFactor.disabled')
      return { ok: true }
    },
  })
}

function presentTwoFactor(platform: Platform, ctx: CompanyContext): TwoFactorView {
  const user = getUser(ctx, ownId(ctx))
  return {
    enabled: hasApp(ctx, user.id),
    enabledAt: findTotp(ctx, user.id)?.createdAt.toISOString() ?? null,
    hasPasskey: hasPasskey(ctx, user.id),
    recoveryCodesLeft: countRecoveryCodes(ctx, user.id),
    required: requiresSecondFactor(platform, ctx, user),
  }
}

const ownId = (ctx: CompanyContext) => actingUserId(ctx.actor) ?? refuse('ERR_UNAUTHORIZED')

const note = (platform: Platform, ctx: CompanyContext, type: HostAuditType) =>
  audit(platform, type, { companyId: ctx.company.id, userId: ownId(ctx) })

const setupMs = 15 * minuteMs

const Setup = v.object({
  for: v.literal('totp'),
  companyId: v.number(),
  userId: v.number(),
  secret: v.string(),
  mark: v.string(),
  untilMs: v.number(),
})

/** Kept by the caller until the first code, so that an attempt that is given up leaves nothing. */
function sealSetup({ hostKey }: Platform, ctx: CompanyContext, given: { secret: string; mark: string }) {
  const of = { for: 'totp' as const, companyId: ctx.company.id, userId: ownId(ctx) }
  return hostKey.seal(JSON.stringify({ ...of, ...given, untilMs: ctx.now.getTime() + setupMs }))
}

function readSetup({ hostKey }: Platform, ctx: CompanyContext, sealed: string) {
  const opened = readSecret(hostKey, sealed)
  const setup = opened.state === 'set' ? v.safeParse(v.pipe(v.string(), v.parseJson(), Setup), opened.text) : undefined
  if (!setup?.success) refuse('ERR_SET_UP_ENDED')
  const { companyId, userId, secret, mark, untilMs } = setup.output
  const isOwn = companyId === ctx.company.id && userId === ownId(ctx)
  if (!isOwn || mark !== passwordMark(getUser(ctx, userId)) || untilMs <= ctx.now.getTime()) refuse('ERR_SET_UP_ENDED')
  return secret
}

/** @throws Refusal ERR_SET_UP_ENDED, ERR_SECOND_FACTOR_ON, ERR_INVALID_INPUT */
async function enable(platform: Platform, given: CompanyContext, { setup, code }: { setup: string; code: string }) {
  const secret = readSetup(platform, given, setup)
  const at = given.now
  const lastStep = stepOfCode(secret, { code: code.replaceAll(/\s/g, ''), at, lastStep: 0 }) ?? refuseCode()
  const recovery = await newRecoveryCodes()
  const ctx = createContext(given.company, given.actor)
  ctx.transaction(() => {
    if (hasApp(ctx, ownId(ctx))) refuse('ERR_SECOND_FACTOR_ON')
    enableTotp(platform, ctx, { userId: ownId(ctx), secret, lastStep, recovery })
  })
  note(platform, ctx, 'secondFactor.enabled')
  return { recoveryCodes: recovery.codes }
}

async function confirm(platform: Platform, ctx: CompanyContext, body: PasswordAndCodeBody, request: Request) {
  const user = getUser(ctx, ownId(ctx))
  const { currentPassword, code, passkey: response } = body
  await confirmPassword(platform, ctx, user, currentPassword)
  if (response) return usePasskey(platform, { owner: { ctx, userId: user.id }, purpose: 'confirm', response, request })
  await useCode(platform, ctx, user, code ?? refuse('ERR_INVALID_INPUT', { fields: { code: 'required' } }))
}
