import { Elysia } from 'elysia'
import type { Platform } from '../../platform/platform'
import { answerCalls } from '../../kernel/http/answer-calls'
import { clientAddress } from '../../kernel/http/edge/forwarded-headers'
import { addressBlock } from '../../kernel/http/edge/ip-address'
import { createRateLimit } from '../../kernel/http/rate-limit'
import { sameOriginJson } from '../../kernel/http/edge/same-origin'
import { hourMs } from '../../kernel/time/durations.contract'
import { signUpCalls } from '../session/session.calls'
import { signUp } from './sign-up'

export function signUpRoutes(platform: Platform) {
  const byAddress = createRateLimit({ limit: 10, windowMs: hourMs })
  const app = new Elysia({ name: 'sign-up' })
  return answerCalls(app.use(sameOriginJson(platform.config.publicUrl)), signUpCalls, {
    'POST /auth/signup': async ({ body, request }) => {
      const address = clientAddress(request)
      byAddress.take(addressBlock(address), platform.clock.now().getTime())
      return { company: await signUp(platform, body, address) }
    },
  })
}
