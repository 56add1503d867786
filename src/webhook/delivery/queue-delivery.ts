import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { TicketId } from '../../kernel/ids'
import { minuteMs } from '../../kernel/time/durations.contract'
import type { TargetName } from './delivery-targets'

const orderKeptMs = 5 * minuteMs

const statements = perCompany(({ sqlite }) => ({
  before: sqlite.prepare<{ at: number }, [string, number]>(
    `SELECT created_at AS at FROM webhook_delivery WHERE target = ? AND ticket_id = ? AND state = 'queued'
     ORDER BY id DESC LIMIT 1`,
  ),
  insert: sqlite.prepare<unknown, [string, string, string, number | null, string, number, number]>(
    `INSERT INTO webhook_delivery (uuid, target, event, ticket_id, body, next_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ),
}))

interface NewDelivery {
  target: TargetName
  /** The event's name for receivers. */
  event: string
  at: Date
  /** Deliveries of one ticket are sent in order. */
  ticketId?: TicketId | undefined
  records: object
}

/** Stores a delivery in the current transaction. Call `wakeDeliveries` to send it. */
export function queueDelivery(ctx: CompanyContext, { target, event, at, ticketId, records }: NewDelivery) {
  const id = Bun.randomUUIDv7()
  const body = JSON.stringify({ id, event, createdAt: at.toISOString(), ...records })
  const { before, insert } = statements(ctx.company)
  const earlier = ticketId ? before.get(target, ticketId) : undefined
  const nowMs = ctx.now.getTime()
  const nextMs = earlier ? Math.max(nowMs, earlier.at + orderKeptMs) : nowMs
  insert.run(id, target, event, ticketId ?? null, body, nextMs, nowMs)
}
