import { type Actor, isAdmin } from '../kernel/company/actor'

/** Agents create and edit tags while they work; deleting removes a tag from all contacts and tickets. */
export function canDeleteTag(actor: Actor) {
  return isAdmin(actor)
}

export function canEmptyLane(actor: Actor) {
  return isAdmin(actor)
}
