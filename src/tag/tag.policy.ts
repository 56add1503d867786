import { actingUserId, type Actor, isAdmin } from '../kernel/company/actor'
import type { UserId } from '../kernel/ids'

/** Agents delete their own while nothing uses them. */
export function canDeleteTag(actor: Actor, { userId }: { userId: UserId | null }) {
  return isAdmin(actor) || (userId !== null && userId === actingUserId(actor))
}

export function canDeleteUsedTag(actor: Actor) {
  return isAdmin(actor)
}

export function canEmptyLane(actor: Actor) {
  return isAdmin(actor)
}

export function canWriteLaneTexts(actor: Actor) {
  return isAdmin(actor)
}
