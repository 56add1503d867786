import type { CompanyContext } from '../../kernel/company/company-context'
import type { User } from '../user.queries'

type Presence = Pick<User, 'id' | 'pause' | 'lastSeenAt' | 'signedOutAt'>

/** On a break, signed out or without a connection since then. */
export function isGoneSince(ctx: CompanyContext, { id, pause, lastSeenAt, signedOutAt }: Presence, since: Date) {
  if (pause !== null && Date.parse(pause.since) <= since.getTime()) return true
  const { live } = ctx.company.services
  if (live.isOnline?.(ctx.company.id, id)) return false
  const lostAtMs = live.offlineSinceMs?.(ctx.company.id, id) ?? 0
  return Math.max(lastSeenAt?.getTime() ?? 0, signedOutAt?.getTime() ?? 0, lostAtMs) <= since.getTime()
}
