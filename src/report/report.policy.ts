import { type Actor, isAdmin } from '../kernel/actor'

/** The live panel. Which tickets it shows follows from what the person may see. */
export function canSeeMoments(actor: Actor) {
  return isAdmin(actor) || (actor.kind === 'user' && actor.allowRealTime)
}

/** The attendance report names contacts of every queue. */
export function canSeeAttendanceReport(actor: Actor) {
  return isAdmin(actor)
}
