import { hostCookieLines, hostCookieName, readCookie } from '../../kernel/http/cookies'
import { isEmbeddedByOtherSite } from '../../kernel/http/edge/same-origin'
import type { Platform } from '../../platform/platform'
import { findSessionByRefreshToken, sessionDays } from '../../platform/sign-in/session'

/** Over HTTPS with the prefix `__Host-`. */
export const refreshCookieName = 'recado_session'

export function readRefreshToken(request: Request) {
  return readCookie(request, hostCookieName(request, refreshCookieName)) ?? ''
}

/** SameSite=Lax, because links may open a page; calls need the token. */
export function refreshCookieLines(request: Request, token: string) {
  return hostCookieLines(request, refreshCookieName, token, { maxAge: sessionDays * 86_400, sameSite: 'Lax' })
}

export function removedRefreshCookieLines(request: Request) {
  return hostCookieLines(request, refreshCookieName, '', { maxAge: 0, sameSite: 'Lax' })
}

export function findCookieSession(platform: Platform, request: Request) {
  return isEmbeddedByOtherSite(request) ? undefined : findSessionByRefreshToken(platform, readRefreshToken(request))
}
