import { Elysia } from 'elysia'
import type { CompanyContext } from './company-context'

/** Finds who asks. @throws Refusal 401 or 403 when nobody does, or no longer. */
export type Authenticate = (request: Request) => Promise<CompanyContext>

export type HttpDoor = ReturnType<typeof createHttpDoor>

/**
 * The HTTP door, one of each name: routes that `use` it are handed `ctx`, the context of the signed-in person's company. There is no other
 * way to one from a request, and nothing in the request's path or body can choose the company.
 */
export function createHttpDoor(authenticate: Authenticate, name = 'http-door') {
  return new Elysia({ name }).derive({ as: 'scoped' }, async ({ request }) => ({
    ctx: await authenticate(request),
  }))
}
