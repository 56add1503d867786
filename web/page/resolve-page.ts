import type { ComponentType } from 'react'
import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'
import type { Area } from '../i18n/areas'
import type { SessionUser } from '../../src/user/session/session.calls'
import { subscriptionOf } from '../session/subscription'
import type { Access, LoadedData, PageProps, PageSession, RouteDefinition } from './page-definition'
import { PageCodeError, PageRedirect, refuseCode } from './page-definition'
import { matchPath } from './route-pattern'

export interface RouteMatch {
  route: RouteDefinition
  params: Record<string, string>
}

export type Visit =
  | { kind: 'page'; match: RouteMatch; component: PageComponent; data: unknown }
  | { kind: 'problem'; problem: Problem }
  | { kind: 'redirect'; to: string }

export type Problem =
  | { kind: 'not-found' }
  | { kind: 'forbidden'; reason: Exclude<Access, 'allowed' | 'inbox'> }
  | { kind: 'failure'; code: string; loads?: LoadedData | undefined }

export type PageComponent = ComponentType<PageProps<unknown>>

const expiredSubscriptionPath = '/financeiro-aberto'
const setUpPath = '/two-factor'
const inboxPath = '/tickets'
const openWhenExpired = [expiredSubscriptionPath, '/financeiro', '/subscription']

export function findRoute(routes: readonly RouteDefinition[], path: string): RouteMatch | undefined {
  for (const route of routes) {
    const params = matchPath(route.path, path)
    if (params) return { route, params }
  }
  return undefined
}

export interface PageAddresses {
  home: (user: SessionUser) => string
  loginFor: (url: URL) => string
}

interface VisitOptions {
  routes: readonly RouteDefinition[]
  addresses: PageAddresses
  url: URL
  session: PageSession
  api: ApiClient
  previous?: Extract<Visit, { kind: 'page' }>
  loadTexts?: (areas: readonly Area[]) => Promise<void>
  /** Called with the cause of every failed load, for the log. */
  onFailure?: (cause: unknown) => void
}

/** Decides what an address shows to a user, the same on the server and in the browser. */
export async function resolveVisit(options: VisitOptions): Promise<Visit> {
  const match = findRoute(options.routes, options.url.pathname)
  if (!match) return { kind: 'problem', problem: { kind: 'not-found' } }
  return refusedVisit(match, options) ?? loadVisit(match, options)
}

function refusedVisit(
  { route }: RouteMatch,
  { session: { user }, routes, addresses, url }: VisitOptions,
): Visit | undefined {
  if (!user)
    return route.audience === 'private' || route.path === setUpPath
      ? { kind: 'redirect', to: addresses.loginFor(url) }
      : undefined
  if (user.mustSetUpTwoFactor) return route.path === setUpPath ? undefined : { kind: 'redirect', to: setUpPath }
  if (route.audience === 'public' || route.path === setUpPath) return { kind: 'redirect', to: addresses.home(user) }
  const access = route.access(user)
  const expired = subscriptionOf(user).state === 'expired'
  const open = openWhenExpired.includes(route.path) && access === 'allowed'
  if (expired && !open && findRoute(routes, expiredSubscriptionPath)) {
    return { kind: 'redirect', to: expiredSubscriptionPath }
  }
  if (access === 'inbox') return { kind: 'redirect', to: inboxPath }
  return access === 'allowed' ? undefined : { kind: 'problem', problem: { kind: 'forbidden', reason: access } }
}

async function loadVisit(match: RouteMatch, options: VisitOptions): Promise<Visit> {
  const { route, params } = match
  const previous = options.previous?.match.route === route ? options.previous.data : undefined
  try {
    // The page's code, texts and data load in parallel. A page that is already shown renders its parts as they arrive.
    const [data, { page }] = await Promise.all([
      route.load?.(options.api, params, options.url.searchParams, options.session, previous),
      (previous === undefined ? fetchCode(match) : route.page()).catch(refuseCode),
      options.loadTexts?.(route.texts).catch(refuseCode),
    ])
    return { kind: 'page', match, component: page as PageComponent, data }
  } catch (cause) {
    return failedVisit(cause, route, options)
  }
}

/** `isFirst`: for the page that the server rendered, whose later parts are not waited for. */
export async function fetchCode({ route, params }: RouteMatch, isFirst = false) {
  const parts = route.parts(params).filter(({ isLater }) => !(isFirst && isLater))
  const [code] = await Promise.all([route.page(), ...parts.map(({ fetch }) => fetch())])
  return code
}

function failedVisit(
  cause: unknown,
  route: RouteDefinition,
  { addresses, url, onFailure }: Pick<VisitOptions, 'addresses' | 'url' | 'onFailure'>,
): Visit {
  if (cause instanceof PageCodeError && typeof window !== 'undefined') throw cause
  if (cause instanceof PageRedirect) return { kind: 'redirect', to: cause.to }
  const code = cause instanceof ApiError ? cause.code : 'ERR_PAGE'
  if (cause instanceof ApiError) {
    // The session ended during the load. In the browser, the session itself handles it.
    if (cause.status === 401 && typeof window === 'undefined') return { kind: 'redirect', to: addresses.loginFor(url) }
    if (cause.status === 404) return { kind: 'problem', problem: { kind: 'not-found' } }
    if (cause.code === 'ERR_NO_PERMISSION') return { kind: 'problem', problem: { kind: 'forbidden', reason: 'role' } }
    const expired = cause.code === 'ERR_SUBSCRIPTION_EXPIRED' && !openWhenExpired.includes(route.path)
    if (expired) return { kind: 'redirect', to: expiredSubscriptionPath }
  }
  onFailure?.(cause)
  const loads = cause instanceof ApiError ? route.loads : undefined
  return { kind: 'problem', problem: { kind: 'failure', code, loads } }
}
