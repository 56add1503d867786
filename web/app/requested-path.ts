import type { SessionUser } from '../../src/user/session/session.calls'
import type { RouteDefinition } from '../page/page-definition'
import { findRoute } from '../page/resolve-page'

/** Returns the page requested before signing in, if the user may see it. */
export function requestedPath(routes: readonly RouteDefinition[], user: SessionUser): string | undefined {
  const next = new URLSearchParams(location.search).get('next')
  const url = next === null ? null : URL.parse(next, location.href)
  const route = url?.origin === location.origin ? findRoute(routes, url.pathname)?.route : undefined
  return url && route?.audience === 'private' && route.access(user) === 'allowed'
    ? url.pathname + url.search
    : undefined
}
