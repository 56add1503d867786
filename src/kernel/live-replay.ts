import type { CompanyContext } from './company-context'
import { messageEventsKeptDays } from './forget-old-events'
import { lastEventNumber, readEvents } from './event-log'
import { type LiveMessage, presentEvents } from './live'

/** More than this is cheaper to load anew than to send again. */
const replayMax = 500
/** Presented in one turn of the loop: a few milliseconds. */
const sliceMax = 50

/** Whether a client can be sent what it missed since its last number; otherwise it has to load its lists anew. */
export function canReplay(ctx: CompanyContext, since: number) {
  if (since > lastEventNumber(ctx) || isForgotten(ctx, since)) return false
  const row = ctx.company.sqlite
    .query<{ n: number }, [number, number]>('SELECT count(*) AS n FROM (SELECT 1 FROM event WHERE number > ? LIMIT ?)')
    .get(since, replayMax + 1)
  return (row?.n ?? 0) <= replayMax
}

interface ReplaySlice {
  messages: LiveMessage[]
  /** The number to go on from. */
  upTo: number
  /** Nothing has happened since `upTo`. */
  isLast: boolean
}

/** What came next after a number, presented as things are now and cut to the topics the client may hear now. */
export function replaySlice(ctx: CompanyContext, since: number, mayHear: (topic: string) => boolean): ReplaySlice {
  const events = readEvents(ctx, since + 1, { most: sliceMax })
  return {
    messages: presentEvents(ctx, events).filter((message) => message.topics.some(mayHear)),
    upTo: events.at(-1)?.number ?? since,
    isLast: events.length < sliceMax,
  }
}

/** Whether what followed the number may have been dropped from the log since. */
function isForgotten(ctx: CompanyContext, since: number) {
  const row = ctx.company.sqlite
    .query<{ at: number }, [number]>('SELECT at FROM event WHERE number > ? ORDER BY number LIMIT 1')
    .get(since)
  return row !== null && row.at < ctx.now.getTime() - messageEventsKeptDays * 86_400_000
}
