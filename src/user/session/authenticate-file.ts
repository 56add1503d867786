import { refuse } from '../../kernel/errors'
import type { AccessTokens } from '../../platform/sign-in/access-token'
import type { Platform } from '../../platform/platform'
import { assertSubscription, authenticateAnyway, contextWhenReady } from './authenticate'
import { findCookieSession } from './session-cookie'

/** As `authenticateFileAnyway`, but refuses users of an expired company. */
export async function authenticateFile(platform: Platform, tokens: AccessTokens, request: Request) {
  const ctx = await authenticateFileAnyway(platform, tokens, request)
  assertSubscription(platform, ctx)
  return ctx
}

/**
 * Authenticates a request for a file. An <img> sends no bearer token, so the refresh cookie is accepted as well.
 * @throws Refusal ERR_UNAUTHORIZED
 */
export async function authenticateFileAnyway(platform: Platform, tokens: AccessTokens, request: Request) {
  if (request.headers.has('authorization')) return authenticateAnyway(platform, tokens, request)
  const session = findCookieSession(platform, request)
  return session ? contextWhenReady(platform, session) : refuse('ERR_UNAUTHORIZED')
}
