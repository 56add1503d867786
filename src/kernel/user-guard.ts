import { Elysia } from 'elysia'
import type { CompanyContext } from './company-context'

/** Finds who asks. @throws Refusal 401 or 403 when nobody does, or no longer. */
export type Authenticate = (request: Request) => Promise<CompanyContext>

export type UserGuard = ReturnType<typeof createUserGuard>

/**
 * Routes that `use` the guard are handed `ctx`, the context of the signed-in person's company. A request has no other way to
 * one, and nothing in its path or body can choose the company. Elysia applies plugins of one name once.
 */
export function createUserGuard(authenticate: Authenticate, name = 'user-guard') {
  return new Elysia({ name }).derive({ as: 'scoped' }, async ({ request }) => ({
    ctx: await authenticate(request),
  }))
}
