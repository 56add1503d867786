import { type Actor, isAdmin } from '../kernel/actor'

/** Prompts, their failures and the use of tokens are for admins. */
export function canManageAi(actor: Actor) {
  return isAdmin(actor)
}
