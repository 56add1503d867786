import { type Actor, actingUserId, isAdmin } from '../kernel/actor'

/** All users see schedules, like contacts; the author and admins may change them. */
export function canChangeSchedule(actor: Actor, schedule: { userId: number | null }) {
  return isAdmin(actor) || schedule.userId === actingUserId(actor)
}
