import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createApiClient, type ApiClient } from '../api/api-client'
import { App } from './app'
import { createAppModels } from './app-models'
import { startApp } from './app-start'
import { createBrowserTransport, type TokenStore } from '../api/browser-transport'
import { loadTexts } from '../i18n/load-texts'
import { createLiveSocketClient } from '../live/live-socket-client'
import type { LiveSocket } from '../live/live-line'
import type { LoadedVisit } from '../page/navigation-model'
import { appElementId, pageDataElementId, type PageData, type RenderedPageData } from '../page/page-data'
import type { RouteDefinition } from '../page/page-definition'
import { fetchCode, findRoute, type PageComponent, type RouteMatch } from '../page/resolve-page'
import { objectOf } from '../../src/kernel/untyped-json.contract'
import type { SessionAnswer } from '../../src/user/session/session.calls'

export async function startClient(routes: readonly RouteDefinition[]) {
  const element = document.getElementById(pageDataElementId)
  const root = document.getElementById(appElementId)
  if (!element?.textContent || !root) throw new Error('This document was not made by the server of the product')
  const data = JSON.parse(element.textContent) as RenderedPageData
  const url = new URL(location.href)
  // A failed page does not know whether the session has ended. Removing the token would sign out other tabs.
  if (data.session || data.visit.kind === 'page') tokens.write(data.session?.token ?? null)

  const api = createApiClient(
    createBrowserTransport({
      tokens,
      refresh: refreshToken,
      onSignedOut: (how) => models.session.ended(how),
      onExpired: () => models.session.expired(),
      onSetUpMissing: () => models.session.mustSetUp(),
    }),
    // Without them, every error is shown as a general sentence.
    () => models.loadTexts(['error']).catch(() => {}),
  )
  const live = createLiveSocketClient({
    connect: () => new WebSocket(liveSocketUrl()) as LiveSocket,
    token: () => tokenForLive(api),
    refused: () => models.session.verify(),
    findNode: () => api.get('/auth/me'),
    last: data.session?.eventNumber ?? null,
  })
  // The page's code is awaited, so that the first client render matches the server's and nothing flickers.
  const match = findRoute(routes, url.pathname)
  const [texts, visit] = await Promise.all([loadTexts(data.language, data.texts), firstVisit(data, match)])
  const models = createAppModels(data, { routes, api, tokens, live, texts, url, visit })
  hydrateRoot(
    root,
    <StrictMode>
      <App models={models} onTakenOver={() => startApp(models)} />
    </StrictMode>,
    { onRecoverableError: reportError },
  )
}

async function firstVisit({ visit }: PageData, match: RouteMatch | undefined): Promise<LoadedVisit> {
  if (visit.kind === 'problem') return visit
  if (!match) return { kind: 'problem', problem: { kind: 'not-found' } }
  const { page } = await fetchCode(match, true)
  return { kind: 'page', match, component: page as PageComponent, data: visit.data }
}

const tokenKey = 'token'

const tokens: TokenStore = {
  read: () => localStorage.getItem(tokenKey),
  write(token) {
    if (token === null) localStorage.removeItem(tokenKey)
    else localStorage.setItem(tokenKey, token)
  },
}

/** Returns null when the refresh cookie is invalid; throws when there was no answer. */
async function refreshToken(): Promise<string | null> {
  const response = await fetch('/auth/refresh_token', { method: 'POST', credentials: 'same-origin' })
  if (response.status === 401 || response.status === 403) return null
  if (!response.ok) throw new TypeError(`Refreshing the session was answered with ${response.status}`)
  const { token } = (await response.json()) as SessionAnswer
  return token
}

/** Sockets cannot be rejected with a status, so an expiring token is renewed by a call first. */
async function tokenForLive(api: ApiClient): Promise<string | null> {
  const token = tokens.read()
  if (token === null || secondsLeft(token) < 10) await api.get('/auth/me')
  return tokens.read()
}

function liveSocketUrl() {
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
