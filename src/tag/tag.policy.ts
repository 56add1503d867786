import { type Actor, isAdmin } from '../kernel/actor'

/** Agents create and edit tags while they talk; deleting one takes it off every contact and ticket at once. */
export function canDeleteTag(actor: Actor) {
  return isAdmin(actor)
}

/** Takes all tickets out of a lane, also by making it a plain tag. */
export function canEmptyLane(actor: Actor) {
  return isAdmin(actor)
}
