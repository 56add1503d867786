import { Elysia } from 'elysia'
import { refuse } from './errors'
import type { Authenticate } from './http-door'
import type { CompanyId, UserId } from './ids'

export type SuperDoor = ReturnType<typeof createSuperDoor>

/** The super user who asks. */
export interface Operator {
  companyId: CompanyId
  userId: UserId
}

/**
 * The door to what stands above the companies: routes that `use` it are handed `operator`, and nobody but a super user
 * comes through. @throws Refusal ERR_NO_PERMISSION
 */
export function createSuperDoor(authenticate: Authenticate) {
  return new Elysia({ name: 'super-door' }).derive({ as: 'scoped' }, async ({ request }) => {
    const { actor, company } = await authenticate(request)
    if (actor.kind !== 'user' || !actor.super) refuse('ERR_NO_PERMISSION')
    const operator: Operator = { companyId: company.id, userId: actor.userId }
    return { operator }
  })
}
