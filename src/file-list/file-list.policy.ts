import { type Actor, isAdmin } from '../kernel/company/actor'

/** Admins prepare the lists; queues, chatbots and flows send them. */
export function canManageFileLists(actor: Actor) {
  return isAdmin(actor)
}
