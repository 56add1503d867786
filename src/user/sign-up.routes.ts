import { Elysia } from 'elysia'
import type { Platform } from '../platform/platform'
import { clientAddress } from '../kernel/forwarded-headers'
import { addressBlock } from '../kernel/ip-address'
import { createRateLimit } from '../kernel/rate-limit'
import { sameOriginJson } from '../kernel/same-origin'
import { signUp } from './sign-up'
import { SignUpBody } from './sign-up.contract'

const hourMs = 3_600_000

/** A company's own way in, when the host leaves the guard open. */
export function signUpRoutes(platform: Platform) {
  const byAddress = createRateLimit({ most: 10, windowMs: hourMs })
  return new Elysia({ name: 'sign-up', detail: { tags: ['session'] } })
    .use(sameOriginJson(platform.config.publicUrl))
    .post(
      '/auth/signup',
      async ({ body, request }) => {
        const address = clientAddress(request)
        byAddress.take(addressBlock(address), platform.clock.now().getTime())
        return { company: await signUp(platform, body, address) }
      },
      { body: SignUpBody },
    )
}
