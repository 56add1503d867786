import type { UserActor } from '../../src/kernel/actor'
import type { SessionUser } from '../../src/user/session.contract'

/** The signed-in person as the policies ask about them, the same questions as on the server. */
export function actorOf(user: SessionUser): UserActor {
  return {
    kind: 'user',
    userId: user.id,
    name: user.name,
    profile: user.profile,
    super: user.super,
    queueIds: user.queues.map(({ id }) => id),
    allTicket: user.allTicket === 'enable',
    allowGroup: user.allowGroup,
    allHistoric: user.allHistoric === 'enabled',
    allUserChat: user.allUserChat === 'enabled',
    userClosePendingTicket: user.userClosePendingTicket === 'enabled',
    showDashboard: user.showDashboard === 'enabled',
    allowRealTime: user.allowRealTime === 'enabled',
    allowConnections: user.allowConnections === 'enabled',
  }
}
