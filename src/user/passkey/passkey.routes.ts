import { Elysia } from 'elysia'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { answerCalls } from '../../kernel/http/answer-calls'
import { createUserGuard } from '../../kernel/http/user-guard'
import type { Platform } from '../../platform/platform'
import type { AccessTokens } from '../../platform/sign-in/access-token'
import { confirmPassword } from '../confirm-password'
import { authenticateToSetUp } from '../session/authenticate'
import { getUser } from '../user.queries'
import { passkeyCalls } from './passkey.calls'
import { addPasskey, listPasskeys, optionsToAdd, removePasskey } from './passkeys'
import { optionsToUse } from './use-passkey'

export function passkeyRoutes(platform: Platform, tokens: AccessTokens) {
  const guard = createUserGuard((request) => authenticateToSetUp(platform, tokens, request), 'passkey-guard')
  const confirm = (ctx: CompanyContext, password: string) =>
    confirmPassword(platform, ctx, getUser(ctx, ownId(ctx)), password)
  return answerCalls(new Elysia({ name: 'passkeys' }).use(guard), passkeyCalls, {
    'GET /passkeys': ({ ctx }) => ({ passkeys: listPasskeys(ctx, ownId(ctx)) }),
    'POST /passkeys/options': async ({ ctx, body, request }) => {
      await confirm(ctx, body.currentPassword)
      return { options: await optionsToAdd(platform, ctx, ownId(ctx), request) }
    },
    'POST /passkeys/confirm-options': async ({ ctx, request }) => ({
      options: await optionsToUse(platform, request, { purpose: 'confirm', owner: { ctx, userId: ownId(ctx) } }),
    }),
    'POST /passkeys': ({ ctx, body, request }) => addPasskey(platform, ctx, { userId: ownId(ctx), body, request }),
    'POST /passkeys/:id/remove': async ({ ctx, params, body }) => {
      await confirm(ctx, body.currentPassword)
      removePasskey(platform, ctx, ownId(ctx), params.id)
      return { ok: true }
    },
  })
}

const ownId = (ctx: CompanyContext) => actingUserId(ctx.actor) ?? refuse('ERR_UNAUTHORIZED')
