import { type Actor, actingUserId, isAdmin } from '../kernel/company/actor'

export function canChangeSchedule(actor: Actor, schedule: { userId: number | null }) {
  return isAdmin(actor) || schedule.userId === actingUserId(actor)
}
