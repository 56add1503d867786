import { type Actor, isAdmin } from '../kernel/company/actor'

export function canSeeMoments(actor: Actor) {
  return isAdmin(actor) || actor.allowRealTime
}

export function canSeeAttendanceReport(actor: Actor) {
  return isAdmin(actor)
}
