import { expect, test } from 'bun:test'
import { screens } from '../screens'
import type { SessionUser } from '../../src/user/session/session.calls'
import { ApiError } from '../api/api-error'
import { resolveVisit } from './resolve-page'
import { screenRoute } from './screen'

test('redirects all but super users from the connections of all companies to the inbox', async () => {
  const company = { subscription: 'to expire', daysLeft: 9 }
  const user = { super: false, profile: 'admin', company } as SessionUser
  const visit = await resolveVisit({
    routes: [screenRoute(screens.allConnections)],
    addresses: { home: () => '/', loginFor: () => '/login' },
    url: new URL('http://localhost/allConnections'),
    session: { user },
    api: {} as never,
  })
  expect(visit).toEqual({ kind: 'redirect', to: '/tickets' })
})

test('names what could not be loaded', async () => {
  const user = { super: false, profile: 'admin', company: { subscription: 'to expire', daysLeft: 9 } } as SessionUser
  const visit = await resolveVisit({
    routes: [screenRoute(screens.moments)],
    addresses: { home: () => '/', loginFor: () => '/login' },
    url: new URL('http://localhost/moments'),
    session: { user },
    api: { get: () => Promise.reject(new ApiError(500, 'ERR_INTERNAL', 'HTTP 500')) } as never,
  })
  expect(visit).toEqual({ kind: 'problem', problem: { kind: 'failure', code: 'ERR_INTERNAL', loads: 'agents' } })
})

test('a session that ends while the server loads a page leads to the sign-in', async () => {
  const user = { super: false, profile: 'admin', company: { subscription: 'to expire', daysLeft: 9 } } as SessionUser
  const failures: unknown[] = []
  const visit = await resolveVisit({
    routes: [screenRoute(screens.moments)],
    addresses: { home: () => '/', loginFor: ({ pathname }) => `/login?next=${pathname}` },
    url: new URL('http://localhost/moments'),
    session: { user },
    api: { get: () => Promise.reject(new ApiError(401, 'ERR_SESSION_REPLACED', 'HTTP 401')) } as never,
    onFailure: (cause) => failures.push(cause),
  })
  expect([visit, failures]).toEqual([{ kind: 'redirect', to: '/login?next=/moments' }, []])
})
