import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { DeliveryState } from '../../platform/webhook-log.tables'
import type { TargetName } from './delivery-targets'
import { shownDeliveries } from './delivery.queries'
import { describeCompany } from '../describe-event'
import type { Attempt } from '../receiver/webhook-target'
import type { DeliveryView } from '../webhook.calls'

interface Row {
  id: number
  deliveryId: string
  event: string
  state: DeliveryState
  attempts: number
  status: number | null
  error: string
  durationMs: number | null
  createdAt: number
  attemptedAt: number
  hasBody: number
}

const statements = perCompany(({ sqlite }) => ({
  // The comparison with the host chooses the index.
  newest: sqlite.prepare<Row, [string, number]>(
    `SELECT id, uuid AS deliveryId, event, state, attempts, last_status AS status, last_error AS error,
       duration_ms AS durationMs, created_at AS createdAt, attempted_at AS attemptedAt, body IS NOT NULL AS hasBody
     FROM webhook_delivery WHERE target = ? AND target <> 'host' AND attempted_at IS NOT NULL
     ORDER BY attempted_at DESC, id DESC LIMIT ?`,
  ),
  insert: sqlite.prepare<unknown, (string | number | null)[]>(
    `INSERT INTO webhook_delivery
       (uuid, target, event, state, attempts, next_at, last_status, last_error, duration_ms, created_at, attempted_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
}))

const pingEvent = 'ping'

export function listDeliveries(ctx: CompanyContext, target: TargetName): DeliveryView[] {
  const company = describeCompany(ctx)
  return statements(ctx.company)
    .newest.all(target, shownDeliveries)
    .map(({ createdAt, attemptedAt, hasBody, ...row }) => ({
      ...row,
      company: row.event === pingEvent ? null : company,
      createdAt: new Date(createdAt).toISOString(),
      attemptedAt: new Date(attemptedAt).toISOString(),
      maySendAgain: hasBody === 1,
    }))
}

/** Tests cannot be sent again. */
export function noteTest(ctx: CompanyContext, target: TargetName, attempt: Attempt) {
  const { deliveryId, event, state, attempts, status, error, durationMs } = attempt
  const [createdAt, attemptedAt] = [attempt.createdAt.getTime(), attempt.attemptedAt.getTime()]
  const facts = [
    deliveryId,
    target,
    event,
    state,
    attempts,
    createdAt,
    status,
    error,
    durationMs,
    createdAt,
    attemptedAt,
  ]
  statements(ctx.company).insert.run(...facts)
}
