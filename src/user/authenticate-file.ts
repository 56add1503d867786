import { refuse } from '../kernel/errors'
import type { AccessTokens } from '../platform/access-token'
import type { Platform } from '../platform/platform'
import { findSessionByRefreshToken } from '../platform/session'
import { assertSubscription, authenticateAnyway, contextOf } from './authenticate'
import { refreshCookieName } from './session.routes'

/** For files that an expired company's people may not have. */
export async function authenticateFile(platform: Platform, tokens: AccessTokens, request: Request) {
  const ctx = await authenticateFileAnyway(platform, tokens, request)
  assertSubscription(platform, ctx)
  return ctx
}

/** Who asks for a file: an <img> sends no bearer, so the refresh cookie is taken as well. @throws Refusal ERR_UNAUTHORIZED */
export async function authenticateFileAnyway(platform: Platform, tokens: AccessTokens, request: Request) {
  if (request.headers.has('authorization')) return authenticateAnyway(platform, tokens, request)
  const cookies = new Bun.CookieMap(request.headers.get('cookie') ?? '')
  const session = findSessionByRefreshToken(platform, cookies.get(refreshCookieName) ?? '')
  return session ? contextOf(platform, session) : refuse('ERR_UNAUTHORIZED')
}
