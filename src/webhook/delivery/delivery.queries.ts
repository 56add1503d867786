import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { DeliveryState } from '../../platform/webhook-log.tables'
import type { TargetName } from './delivery-targets'
import type { WebhookResult } from './send-webhook'

export interface Delivery {
  id: number
  uuid: string
  target: TargetName
  event: string
  ticketId: number | null
  body: string | null
  state: DeliveryState
  attempts: number
  createdAt: number
}

/** Deliveries shown in a log. */
export const shownDeliveries = 100

const columns = 'id, uuid, target, event, ticket_id AS ticketId, body, state, attempts, created_at AS createdAt'

const statements = perCompany(({ sqlite }) => ({
  due: sqlite.prepare<Delivery, [string, number, string]>(
    `SELECT ${columns} FROM webhook_delivery
     WHERE target = ? AND state = 'queued' AND next_at <= ? AND id NOT IN (SELECT value FROM json_each(?))
     ORDER BY next_at, id LIMIT 1`,
  ),
  next: sqlite.prepare<{ at: number | null }, [string, number]>(
    `SELECT min(next_at) AS at FROM webhook_delivery WHERE target = ? AND state = 'queued' AND next_at > ?`,
  ),
  byUuid: sqlite.prepare<Delivery, [string]>(`SELECT ${columns} FROM webhook_delivery WHERE uuid = ?`),
  byId: sqlite.prepare<Delivery, [number]>(`SELECT ${columns} FROM webhook_delivery WHERE id = ?`),
  settle: sqlite.prepare<unknown, [DeliveryState, number, number, number | null, string, number, number, number]>(
    `UPDATE webhook_delivery SET state = ?, attempts = ?, next_at = ?, last_status = ?, last_error = ?, duration_ms = ?,
       attempted_at = ?
     WHERE id = ?`,
  ),
  // The ticket's next delivery may now be sent.
  release: sqlite.prepare<unknown, [number, string, number, number]>(
    `UPDATE webhook_delivery SET next_at = min(next_at, ?1)
     WHERE id = (SELECT id FROM webhook_delivery
       WHERE target = ?2 AND ticket_id = ?3 AND state = 'queued' AND id > ?4 ORDER BY id LIMIT 1)
       AND attempts = 0`,
  ),
}))

/** Returns the next delivery to attempt that is not in progress. */
export function findDueDelivery(ctx: CompanyContext, target: string, underWay: Iterable<number>) {
  return statements(ctx.company).due.get(target, ctx.now.getTime(), JSON.stringify([...underWay])) ?? undefined
}

/** When the next attempt is due, in ms since 1970; with a time, the next one after it. */
export function nextAttemptMs(ctx: CompanyContext, target: string, after = new Date(0)) {
  return statements(ctx.company).next.get(target, after.getTime())?.at ?? undefined
}

export function findDelivery(ctx: CompanyContext, uuid: string) {
  return statements(ctx.company).byUuid.get(uuid) ?? undefined
}

export function findDeliveryById(ctx: CompanyContext, id: number) {
  return statements(ctx.company).byId.get(id) ?? undefined
}

interface Settled {
  state: DeliveryState
  attempts: number
  /** Time of the next attempt, in ms since 1970. */
  nextMs: number
}

/** Stores the result of an attempt. A final one releases the next delivery of its ticket. */
export function settleDelivery(
  ctx: CompanyContext,
  target: string,
  { id, ticketId }: Delivery,
  { state, attempts, nextMs }: Settled,
  { status, error, durationMs }: WebhookResult,
) {
  const { settle, release } = statements(ctx.company)
  ctx.transaction(() => {
    settle.run(state, attempts, nextMs, status, error, durationMs, ctx.now.getTime(), id)
    if (state !== 'queued' && ticketId !== null) release.run(ctx.now.getTime(), target, ticketId, id)
  })
}

/** Abandons queued deliveries of a target that was removed. */
export function abandonDeliveries(ctx: CompanyContext, target: string) {
  ctx.company.sqlite.run(
    `UPDATE webhook_delivery SET state = 'dead', last_error = 'switchedOff' WHERE target = ? AND state = 'queued'`,
    [target],
  )
}
