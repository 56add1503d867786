import { Elysia } from 'elysia'
import type { CompanyContext } from '../company/company-context'

/** Authenticates a request. @throws Refusal 401 or 403 */
export type Authenticate = (request: Request) => Promise<CompanyContext>

export type UserGuard = ReturnType<typeof createUserGuard>

/**
 * Routes that `use` this guard receive `ctx`, the context of the signed-in user's company. Requests get a context in no other
 * way, and nothing in path or body can choose the company. Elysia applies plugins of one name once.
 */
export function createUserGuard(authenticate: Authenticate, name = 'user-guard') {
  return new Elysia({ name }).derive({ as: 'scoped' }, async ({ request }) => ({
    ctx: await authenticate(request),
  }))
}
