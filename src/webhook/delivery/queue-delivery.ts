import { and, desc, eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { TicketId } from '../../kernel/ids'
import { addMs } from '../../kernel/time/clock'
import { minuteMs } from '../../kernel/time/durations.contract'
import { webhookDeliveryTable } from '../webhook.tables'
import type { TargetName } from './delivery-targets'

const orderKeptMs = 5 * minuteMs

const { target, ticketId, state, id, createdAt } = webhookDeliveryTable

const statements = {
  before: statement((db, of: { target: TargetName; ticketId: TicketId }) =>
    db
      .select({ createdAt })
      .from(webhookDeliveryTable)
      .where(and(eq(target, of.target), eq(ticketId, of.ticketId), eq(state, 'queued')))
      .orderBy(desc(id))
      .limit(1),
  ),
  insert: statement(
    (db, row: Omit<NewDelivery, 'at' | 'records'> & { id: string; body: string; nextAt: Date; now: Date }) =>
      db.insert(webhookDeliveryTable).values({
        uuid: row.id,
        target: row.target,
        event: row.event,
        ticketId: row.ticketId,
        body: row.body,
        nextAt: row.nextAt,
        createdAt: row.now,
      }),
  ),
}

interface NewDelivery {
  target: TargetName
  event: string
  at: Date
  /** A ticket's are sent in order. */
  ticketId?: TicketId | undefined
  records: object
}

/** `wakeDeliveries` sends it. */
export function queueDelivery(ctx: CompanyContext, { target, event, at, ticketId, records }: NewDelivery) {
  const id = Bun.randomUUIDv7()
  const body = JSON.stringify({ id, event, createdAt: at.toISOString(), ...records })
  const { now } = ctx
  const earlier = ticketId && statements.before.get(ctx, { target, ticketId })
  const orderedAt = earlier ? addMs(earlier.createdAt, orderKeptMs) : now
  statements.insert.run(ctx, { id, target, event, ticketId, body, nextAt: orderedAt > now ? orderedAt : now, now })
}
