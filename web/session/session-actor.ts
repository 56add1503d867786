import type { UserActor } from '../../src/kernel/company/actor'
import type { SessionUser } from '../../src/user/session/session.calls'
import { readSwitches } from '../../src/user/user-fields.contract'

/** Returns the signed-in user for the policies, which are shared with the server. */
export function actorOf(user: SessionUser): UserActor {
  return {
    kind: 'user',
    userId: user.id,
    name: user.name,
    profile: user.profile,
    super: user.super,
    queueIds: user.queues.map(({ id }) => id),
    allowGroup: user.allowGroup,
    ...readSwitches(user),
  }
}
