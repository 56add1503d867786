import type { CompanyContext } from '../../kernel/company/company-context'
import type { User } from '../user.queries'

type Presence = Pick<User, 'id' | 'pause' | 'lastSeenAt' | 'signedOutAt' | 'leftAt'>

/** Whether the user has been on a break, signed out or without a connection since then. A user of the last run may still be connecting. */
export function isGoneSince(ctx: CompanyContext, { id, pause, ...user }: Presence, since: Date) {
  if (pause !== null && Date.parse(pause.since) <= since.getTime()) return true
  const { live } = ctx.company.services
  if (live.isOnline?.(ctx.company.id, id)) return false
  const lostAtMs = user.leftAt?.getTime() ?? live.startedAtMs ?? 0
  return Math.max(user.lastSeenAt?.getTime() ?? 0, user.signedOutAt?.getTime() ?? 0, lostAtMs) <= since.getTime()
}
