import { Elysia } from 'elysia'
import type { CompanyContext } from '../company/company-context'
import { refuse } from '../errors'
import type { CompanyId, UserId } from '../ids'

export type Authenticate = (request: Request) => Promise<CompanyContext>

export type UserGuard = ReturnType<typeof createUserGuard>

/** The only way in which requests get a `ctx`. Elysia applies plugins of one name once. */
export function createUserGuard(authenticate: Authenticate, name = 'user-guard') {
  return new Elysia({ name }).derive({ as: 'scoped' }, async ({ request }) => ({
    ctx: await authenticate(request),
  }))
}

export type SuperUserGuard = ReturnType<typeof createSuperUserGuard>

export interface Operator {
  companyId: CompanyId
  userId: UserId
}

/** Gives `operator`. @throws Refusal ERR_NO_PERMISSION */
export function createSuperUserGuard(authenticate: Authenticate) {
  return new Elysia({ name: 'super-user-guard' }).derive({ as: 'scoped' }, async ({ request }) => {
    const { actor, company } = await authenticate(request)
    if (actor.kind !== 'user' || !actor.super) refuse('ERR_NO_PERMISSION')
    const operator: Operator = { companyId: company.id, userId: actor.userId }
    return { operator }
  })
}
