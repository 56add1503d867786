import { Elysia } from 'elysia'
import type { ApiScope } from '../connection/api-token/api-token.contract'
import {
  apiTokenRecords,
  connectionIdsOf,
  holderIdOf,
  isExpired,
  noteUse,
  scopesOf,
} from '../connection/api-token/api-token.record'
import { clientAddress } from '../kernel/http/edge/forwarded-headers'
import { createContext, type CompanyContext, withActor } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import type { ConnectionId } from '../kernel/ids'
import { createTokenBucket, type TokenBucket } from '../kernel/http/rate-limit'
import { keepNewest } from '../kernel/keep-newest.contract'
import { getCompany } from '../platform/company/company.queries'
import type { Platform } from '../platform/platform'
import { isSubscribed } from '../platform/invoice/subscription'
import { connectionOfToken, whenReady } from '../user/session/authenticate'

export interface ApiAccess {
  ctx: CompanyContext
  /** Names the token among those of the company. */
  holderId: number
  scopes: readonly ApiScope[]
  /** Undefined for all. */
  connectionIds: readonly ConnectionId[] | undefined
}

/** @throws Refusal ERR_NO_PERMISSION */
export function requireScope({ scopes }: ApiAccess, scope: ApiScope) {
  if (!scopes.includes(scope)) refuse('ERR_NO_PERMISSION', { body: { scope } })
}

export const reaches = ({ connectionIds }: ApiAccess, id: ConnectionId | null) =>
  connectionIds === undefined || (id !== null && connectionIds.includes(id))

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

  async function accessOf(request: Request): Promise<ApiAccess> {
    const { companyId, recordId: holderId } = await connectionOfToken(platform, request)
    assertWithinLimit(`${companyId}/${holderId}`)
    await whenReady(platform, companyId)
    await platform.turns.take(`${companyId}/api/${holderId}`)
    const ctx = createContext(platform.files.use(companyId))
    if (!isSubscribed(getCompany(platform, companyId).company, ctx.now)) refuse('ERR_SUBSCRIPTION_EXPIRED')
    if (!ctx.plan.useExternalApi) refuse('ERR_NO_PERMISSION')
    return holderId > 0
      ? { ctx, holderId, scopes: ['messages:send'], connectionIds: [holderId] }
      : accessOfProgram(ctx, holderId, clientAddress(request))
  }

  return new Elysia({ name: 'connection-guard' }).derive({ as: 'scoped' }, async ({ request }) => ({
    access: await accessOf(request),
  }))
}

/** @throws Refusal ERR_NO_PERMISSION for a revoked or expired token */
function accessOfProgram(given: CompanyContext, holderId: number, address: string): ApiAccess {
  const token = apiTokenRecords.find(given, holderIdOf(holderId)) ?? refuse('ERR_NO_PERMISSION')
  if (isExpired(given, token)) refuse('ERR_NO_PERMISSION', { body: { expiredOn: token.expiresOn } })
  const by = { kind: 'token' as const, id: token.id, name: token.name }
  const ctx = withActor(given, { kind: 'system', by })
  noteUse(ctx, token, address)
  const connectionIds = connectionIdsOf(token)
  return { ctx, holderId, scopes: scopesOf(token), connectionIds: connectionIds.length > 0 ? connectionIds : undefined }
}
