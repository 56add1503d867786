import type { CompanyContext } from '../company/company-context'
import { type EventPayloads, type EventType } from './event-log'
import { eventTable } from './event.tables'

interface PastEvent<Type extends EventType> {
  type: Type
  at: Date
  userId: number | null
  ticketId: number
  data: EventPayloads[Type]
}

/** What another system did. Nothing reacts to it. Not in a file that is in use, whose webhooks would send it. */
export function recordPastEvent<Type extends EventType>({ db }: CompanyContext, event: PastEvent<Type>) {
  db.insert(eventTable)
    .values({ ...event, data: JSON.stringify(event.data) })
    .run()
}
