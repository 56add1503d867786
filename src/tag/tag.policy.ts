import { actingUserId, type Actor, isAdmin } from '../kernel/company/actor'
import type { UserId } from '../kernel/ids'

/**
 * Agents create and edit tags while they work, and delete their own while nothing uses them: deleting removes a tag from all
 * contacts and tickets.
 */
export function canDeleteTag(actor: Actor, { userId }: { userId: UserId | null }) {
  return isAdmin(actor) || (userId !== null && userId === actingUserId(actor))
}

export function canDeleteUsedTag(actor: Actor) {
  return isAdmin(actor)
}

export function canEmptyLane(actor: Actor) {
  return isAdmin(actor)
}

/** The texts that a lane sends to contacts by itself. */
export function canWriteLaneTexts(actor: Actor) {
  return isAdmin(actor)
}
