import type { CompanyContext } from './company-context'
import { messageEventsKeptDays } from './forget-old-events'
import { lastEventNumber, readEvents } from './event-log'
import { type LiveMessage, presentEvents } from './live'

/** More than this is cheaper to load anew than to send again. */
const replayMax = 500

/**
 * What a client missed since its last number, presented as things are now and cut to the topics it may hear now, rooms
 * included; undefined when it has to load its lists anew.
 */
export function missedSince(
  ctx: CompanyContext,
  since: number,
  mayHear: (topic: string) => boolean,
): LiveMessage[] | undefined {
  if (since > lastEventNumber(ctx) || isForgotten(ctx, since)) return undefined
  const events = readEvents(ctx, since + 1, { most: replayMax + 1 })
  if (events.length > replayMax) return undefined
  return presentEvents(ctx, events).filter((message) => message.topics.some(mayHear))
}

/** Whether what followed the number may have been dropped from the log since. */
function isForgotten(ctx: CompanyContext, since: number) {
  const row = ctx.company.sqlite
    .query<{ at: number }, [number]>('SELECT at FROM event WHERE number > ? ORDER BY number LIMIT 1')
    .get(since)
  return row !== null && row.at < ctx.now.getTime() - messageEventsKeptDays * 86_400_000
}
