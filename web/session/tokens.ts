import type { SessionAnswer } from '../../src/user/session.calls'
import type { ApiClient } from '../api/api-client'
import type { TokenStore } from '../api/browser-transport'

const key = 'token'

/** The access token of this browser, shared by its tabs. */
export const tokens: TokenStore = {
  read: () => localStorage.getItem(key),
  write(token) {
    if (token === null) localStorage.removeItem(key)
    else localStorage.setItem(key, token)
  },
}

/** Null when the refresh cookie is not good any more; throws when no answer came. */
export async function refreshToken(): Promise<string | null> {
  const response = await fetch('/auth/refresh_token', { method: 'POST', credentials: 'same-origin' })
  if (response.status === 401 || response.status === 403) return null
  if (!response.ok) throw new TypeError(`Refreshing the session was answered with ${response.status}`)
  const { token } = (await response.json()) as SessionAnswer
  return token
}

/** A socket cannot be refused with a status, so a token that is about to end is renewed by a call before it is used. */
export async function tokenForLive(api: ApiClient): Promise<string | null> {
  const token = tokens.read()
  if (token === null || secondsLeft(token) < 10) await api.get('/auth/me')
  return tokens.read()
}

export function liveSocketUrl() {
  const url = new URL('/live', location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

/** Only read to know whether it is worth presenting; whether it is good is the server's to say. */
function secondsLeft(token: string): number {
  try {
    const payload = token.split('.')[1] ?? ''
    const { exp } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as { exp?: number }
    return exp === undefined ? Infinity : exp - Date.now() / 1000
  } catch {
    return Infinity
  }
}
