import { Elysia } from 'elysia'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import type { Platform } from '../../platform/platform'
import { confirmPassword } from '../confirm-password'
import { getUser } from '../user.queries'
import { passkeyCalls } from './passkey.calls'
import { addPasskey, listPasskeys, optionsToAdd, removePasskey } from './passkeys'

export function passkeyRoutes(guard: UserGuard, platform: Platform) {
  return answerCalls(new Elysia({ name: 'passkeys' }).use(guard), passkeyCalls, {
    'GET /passkeys': ({ ctx }) => ({ passkeys: listPasskeys(ctx, ownId(ctx)) }),
    'POST /passkeys/options': async ({ ctx, body, request }) => {
      await confirmPassword(platform, ctx, getUser(ctx, ownId(ctx)), body.currentPassword)
      return { options: await optionsToAdd(platform, ctx, ownId(ctx), request) }
    },
    'POST /passkeys': ({ ctx, body, request }) => addPasskey(platform, ctx, { userId: ownId(ctx), body, request }),
    'DELETE /passkeys/:id': ({ ctx, params }) => {
      removePasskey(platform, ctx, ownId(ctx), params.id)
      return { ok: true }
    },
  })
}

const ownId = (ctx: CompanyContext) => actingUserId(ctx.actor) ?? refuse('ERR_UNAUTHORIZED')
