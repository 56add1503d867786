import { hostCookieLines, hostCookieName, readCookie } from '../kernel/cookies'
import { isEmbeddedByOtherSite } from '../kernel/same-origin'
import type { Platform } from '../platform/platform'
import { findSessionByRefreshToken, sessionDays } from '../platform/session'

/** Its name over HTTP; over HTTPS `__Host-` stands before it. */
export const refreshCookieName = 'recado_session'

export function readRefreshToken(request: Request) {
  return readCookie(request, hostCookieName(request, refreshCookieName)) ?? ''
}

/** Lax: a link from elsewhere may open a page, while calls need the bearer token besides. */
export function refreshCookieLines(request: Request, token: string) {
  return hostCookieLines(request, refreshCookieName, token, { maxAge: sessionDays * 86_400, sameSite: 'Lax' })
}

export function removedRefreshCookieLines(request: Request) {
  return hostCookieLines(request, refreshCookieName, '', { maxAge: 0, sameSite: 'Lax' })
}

/** The session of a page's or a file's request, which brings no bearer. */
export function findCookieSession(platform: Platform, request: Request) {
  return isEmbeddedByOtherSite(request) ? undefined : findSessionByRefreshToken(platform, readRefreshToken(request))
}
