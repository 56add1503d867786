import { Elysia } from 'elysia'
import type { CompanyContext } from '../company/company-context'

export type Authenticate = (request: Request) => Promise<CompanyContext>

export type UserGuard = ReturnType<typeof createUserGuard>

/** The only way in which requests get a `ctx`. Elysia applies plugins of one name once. */
export function createUserGuard(authenticate: Authenticate, name = 'user-guard') {
  return new Elysia({ name }).derive({ as: 'scoped' }, async ({ request }) => ({
    ctx: await authenticate(request),
  }))
}
