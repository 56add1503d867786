import { Elysia } from 'elysia'
import { refuse } from '../errors'
import type { Authenticate } from './user-guard'
import type { CompanyId, UserId } from '../ids'

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
