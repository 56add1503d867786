import { refuse } from '../../kernel/errors'
import type { AccessTokens } from '../../platform/sign-in/access-token'
import type { Platform } from '../../platform/platform'
import { assertSubscription, authenticateAnyway, contextWhenReady } from './authenticate'
import { findCookieSession } from './session-cookie'

/** Refuses users of an expired company. */
export async function authenticateFile(platform: Platform, tokens: AccessTokens, request: Request) {
  const ctx = await authenticateFileAnyway(platform, tokens, request)
  assertSubscription(platform, ctx)
  return ctx
}

/** Takes the cookie: an <img> sends no bearer token. @throws Refusal ERR_UNAUTHORIZED */
export async function authenticateFileAnyway(platform: Platform, tokens: AccessTokens, request: Request) {
  if (request.headers.has('authorization')) return authenticateAnyway(platform, tokens, request)
  const session = findCookieSession(platform, request)
  return session ? contextWhenReady(platform, session) : refuse('ERR_UNAUTHORIZED')
}
