import { Elysia } from 'elysia'
import { createContext, type CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import type { ConnectionId } from '../kernel/ids'
import { createTokenBucket, type TokenBucket } from '../kernel/http/rate-limit'
import { keepNewest } from '../kernel/keep-newest.contract'
import { getCompany } from '../platform/company/company.queries'
import type { Platform } from '../platform/platform'
import { isSubscribed } from '../platform/invoice/subscription'
import { connectionOfToken, whenReady } from '../user/session/authenticate'

export interface ConnectionAccess {
  ctx: CompanyContext
  connectionId: ConnectionId
}

/** 120 at once, then 60 a second, per token. */
const defaultLimit = { burst: 120, perSecond: 60 }
const bucketsMax = 10_000

/** Gives `access`. @throws Refusal ERR_UNAUTHORIZED, ERR_NO_PERMISSION, ERR_SUBSCRIPTION_EXPIRED, ERR_TOO_MANY_REQUESTS */
export function createConnectionGuard(platform: Platform, limit = defaultLimit) {
  const buckets = new Map<string, TokenBucket>()

  function assertWithinLimit(token: string) {
    let bucket = buckets.get(token)
    if (!bucket) {
      bucket = createTokenBucket(limit)
      buckets.set(token, bucket)
      keepNewest(buckets, bucketsMax)
    }
    if (!bucket.take(1)) refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
  }

  async function accessOf(request: Request): Promise<ConnectionAccess> {
    const { companyId, recordId: connectionId } = await connectionOfToken(platform, request)
    assertWithinLimit(`${companyId}/${connectionId}`)
    await whenReady(platform, companyId)
    await platform.turns.take(`${companyId}/api/${connectionId}`)
    const ctx = createContext(platform.files.use(companyId))
    if (!isSubscribed(getCompany(platform, companyId).company, ctx.now)) refuse('ERR_SUBSCRIPTION_EXPIRED')
    if (!ctx.plan.useExternalApi) refuse('ERR_NO_PERMISSION')
    return { ctx, connectionId }
  }

  return new Elysia({ name: 'connection-guard' }).derive({ as: 'scoped' }, async ({ request }) => ({
    access: await accessOf(request),
  }))
}
