import { type Actor, actingUserId, isAdmin } from '../kernel/actor'

/** Everybody of the company sees what is scheduled, as they see its contacts; who made it and admins change it. */
export function canChangeSchedule(actor: Actor, schedule: { userId: number | null }) {
  return isAdmin(actor) || schedule.userId === actingUserId(actor)
}
