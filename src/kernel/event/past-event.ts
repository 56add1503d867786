import { min } from 'drizzle-orm'
import type { CompanyContext } from '../company/company-context'
import { statement } from '../database/statement'
import { type EventPayloads, type EventType } from './event-log'
import { eventTable } from './event.tables'

interface PastEvent<Type extends EventType> {
  type: Type
  at: Date
  userId: number | null
  ticketId: number
  data: EventPayloads[Type]
}

const first = statement((db) => db.select({ number: min(eventTable.number) }).from(eventTable))

/** Records what another system did; nothing reacts. In a file in use its number is below all that webhooks and browsers look at. */
export function recordPastEvent<Type extends EventType>(
  ctx: CompanyContext,
  event: PastEvent<Type>,
  { isInUse }: { isInUse: boolean },
) {
  const number = isInUse ? { number: Math.min(0, first.get(ctx)?.number ?? 0) - 1 } : {}
  ctx.db
    .insert(eventTable)
    .values({ ...event, ...number, data: JSON.stringify(event.data) })
    .run()
}
