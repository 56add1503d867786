import type { QueueId, UserId } from '../ids'

export interface UserActor {
  kind: 'user'
  userId: UserId
  name: string
  profile: 'admin' | 'user'
  super: boolean
  queueIds: readonly QueueId[]
  /** Sees tickets without a queue. */
  allTicket: boolean
  allowGroup: boolean
  /** Sees conversations of other queues. */
  allHistoric: boolean
  allUserChat: boolean
  userClosePendingTicket: boolean
  showDashboard: boolean
  allowRealTime: boolean
  allowConnections: boolean
}

interface SystemActor {
  kind: 'system'
  /** On whose behalf, for the audit. */
  by?: { kind: 'host' | 'token'; id: number; name: string }
}

export type Actor = UserActor | SystemActor

export const systemActor: SystemActor = { kind: 'system' }

type Admin = SystemActor | (UserActor & ({ profile: 'admin' } | { super: true }))

export function isAdmin(actor: Actor): actor is Admin {
  return actor.kind === 'system' || actor.profile === 'admin' || actor.super
}

export function actingUserId(actor: Actor): UserId | undefined {
  return actor.kind === 'user' ? actor.userId : undefined
}
