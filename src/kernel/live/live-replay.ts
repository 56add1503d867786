import { dayMs } from '../time/durations.contract'
import type { CompanyContext } from '../company/company-context'
import { messageEventRetentionDays } from '../event/forget-old-events'
import { lastEventNumber, readEvents } from '../event/event-log'
import { type LiveMessage, presentEvents } from './live'

/** Beyond this number of events a reload is cheaper than a replay. */
const replayMax = 500
/** Events presented in one turn of the event loop, a few milliseconds. */
const batchMax = 50

/** Whether the events after the client's last number can be replayed; otherwise it must reload its lists. */
export function canReplay(ctx: CompanyContext, since: number) {
  if (since > lastEventNumber(ctx) || isForgotten(ctx, since)) return false
  const row = ctx.company.sqlite
    .query<{ n: number }, [number, number]>('SELECT count(*) AS n FROM (SELECT 1 FROM event WHERE number > ? LIMIT ?)')
    .get(since, replayMax + 1)
  return (row?.n ?? 0) <= replayMax
}

interface ReplayBatch {
  messages: LiveMessage[]
  upTo: number
  /** No event after `upTo`. */
  isLast: boolean
}

/** The next events after a number, presented with current data and limited to the client's current topics. */
export function replayBatch(ctx: CompanyContext, since: number, mayReceive: (topic: string) => boolean): ReplayBatch {
  const events = readEvents(ctx, since + 1, { limit: batchMax })
  return {
    messages: presentEvents(ctx, events).filter((message) => message.topics.some(mayReceive)),
    upTo: events.at(-1)?.number ?? since,
    isLast: events.length < batchMax,
  }
}

/** Whether events after the number may have been deleted from the log. */
function isForgotten(ctx: CompanyContext, since: number) {
  const row = ctx.company.sqlite
    .query<{ at: number }, [number]>('SELECT at FROM event WHERE number > ? ORDER BY number LIMIT 1')
    .get(since)
  return row !== null && row.at < ctx.now.getTime() - messageEventRetentionDays * dayMs
}
