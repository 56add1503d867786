import type { CompanyContext } from '../kernel/company-context'
import type { CompanyId, UserId } from '../kernel/ids'
import { publishNow } from '../kernel/live'
import type { SocketHub } from '../kernel/live-hub'
import { heartbeatMs } from './present-user'
import { findUser } from './user.queries'

export interface OnlineStatusOptions {
  hub: SocketHub
  /** A fresh context of the company, acting as the product itself. */
  contextOf(companyId: CompanyId): CompanyContext
  /** How long after their last socket a person is looked for again; a page that is loaded anew is back by then. */
  firstLookMs?: number
  /** Called with each who came online or left. */
  onChange?(ctx: CompanyContext): void
}

const firstLookDefaultMs = 1000

/**
 * Publishes to admins who came online and who left, by the rule that lists go by: a socket, or a heartbeat not long ago. Nothing
 * of it is kept, and coming and going within that time is no news.
 */
export function publishOnlineStatus(options: OnlineStatusOptions) {
  const { hub, contextOf, firstLookMs = firstLookDefaultMs, onChange = () => {} } = options
  const online = new Set<string>()
  const looks = new Map<string, Timer>()
  const keyOf = (companyId: CompanyId, userId: UserId) => `${companyId}/${userId}`

  hub.onChange((companyId, userId) => {
    const key = keyOf(companyId, userId)
    clearTimeout(looks.get(key))
    looks.delete(key)
    if (!hub.isOnline(companyId, userId)) return lookAfter(companyId, userId, firstLookMs)
    if (online.has(key)) return
    online.add(key)
    publish(contextOf(companyId), userId, true)
  })

  function lookAfter(companyId: CompanyId, userId: UserId, ms: number) {
    const look = setTimeout(() => lookFor(companyId, userId), ms)
    look.unref()
    looks.set(keyOf(companyId, userId), look)
  }

  function lookFor(companyId: CompanyId, userId: UserId) {
    const key = keyOf(companyId, userId)
    looks.delete(key)
    // Nobody is there to be told, and the company may be closed or gone.
    if (hub.watching(companyId) === 0) return void online.delete(key)
    const ctx = contextOf(companyId)
    const seenAtMs = findUser(ctx, userId)?.lastSeenAt?.getTime() ?? 0
    const leftMs = seenAtMs + heartbeatMs - ctx.now.getTime()
    if (leftMs > 0) return lookAfter(companyId, userId, leftMs)
    online.delete(key)
    publish(ctx, userId, false)
  }

  function publish(ctx: CompanyContext, id: UserId, online: boolean) {
    publishNow(ctx, { topics: ['admin'], event: 'user', data: { action: 'update', user: { id, online } } })
    onChange(ctx)
  }
}
