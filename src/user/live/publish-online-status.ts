import type { CompanyContext } from '../../kernel/company/company-context'
import type { CompanyId, UserId } from '../../kernel/ids'
import { publishNow } from '../../kernel/live/live'
import type { SocketHub } from '../../kernel/live/live-hub'
import { heartbeatMs } from '../present-user'
import { findUser } from '../user.queries'

interface OnlineStatusOptions {
  hub: SocketHub
  contextOf(companyId: CompanyId): CompanyContext
  /** A reloaded page has reconnected by then. */
  firstLookMs?: number
  onChange?(ctx: CompanyContext, isOnline: boolean): void
}

const firstLookDefaultMs = 1000

/** To admins, by the rule of lists. Shorter absences are not published. */
export function publishOnlineStatus(options: OnlineStatusOptions) {
  const { hub, contextOf, firstLookMs = firstLookDefaultMs, onChange = () => {} } = options
  const online = new Set<string>()
  const checks = new Map<string, Timer>()
  const keyOf = (companyId: CompanyId, userId: UserId) => `${companyId}/${userId}`

  hub.onChange((companyId, userId) => {
    const key = keyOf(companyId, userId)
    clearTimeout(checks.get(key))
    checks.delete(key)
    if (!hub.isOnline(companyId, userId)) return lookAfter(companyId, userId, firstLookMs)
    if (online.has(key)) return
    online.add(key)
    publish(contextOf(companyId), userId, true)
  })

  function lookAfter(companyId: CompanyId, userId: UserId, ms: number) {
    const look = setTimeout(() => scheduleCheck(companyId, userId), ms)
    look.unref()
    checks.set(keyOf(companyId, userId), look)
  }

  function scheduleCheck(companyId: CompanyId, userId: UserId) {
    const key = keyOf(companyId, userId)
    checks.delete(key)
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
    onChange(ctx, online)
  }
}
