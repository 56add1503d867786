import { type Actor, isAdmin } from '../kernel/company/actor'

export function canSeeMoments(actor: Actor) {
  return isAdmin(actor) || actor.allowRealTime
}

/** Admins only, because the report lists contacts of every queue. */
export function canSeeAttendanceReport(actor: Actor) {
  return isAdmin(actor)
}
