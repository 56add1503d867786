import { objectOf } from '../../src/kernel/untyped-json.contract'
import type { SessionAnswer } from '../../src/user/session/session.calls'
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

/** Returns null when the refresh cookie is invalid; throws when there was no answer. */
export async function refreshToken(): Promise<string | null> {
  const response = await fetch('/auth/refresh_token', { method: 'POST', credentials: 'same-origin' })
  if (response.status === 401 || response.status === 403) return null
  if (!response.ok) throw new TypeError(`Refreshing the session was answered with ${response.status}`)
  const { token } = (await response.json()) as SessionAnswer
  return token
}

/** Sockets cannot be rejected with a status, so an expiring token is renewed by a call first. */
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

/** Only decides whether to present the token; the server decides whether it is valid. */
function secondsLeft(token: string): number {
  try {
    const payload = token.split('.')[1] ?? ''
    const { exp } = objectOf(JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))))
    return typeof exp === 'number' ? exp - Date.now() / 1000 : Infinity
  } catch {
    return Infinity
  }
}
