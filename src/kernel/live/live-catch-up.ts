import { and, eq, gt } from 'drizzle-orm'
import type { CompanyContext } from '../company/company-context'
import { durable } from '../company/held-output'
import { statement } from '../database/statement'
import { lastEventNumber, readEvents } from '../event/event-log'
import { eventTable } from '../event/event.tables'
import type { TicketId } from '../ids'
import { liveTexts, type LiveMessage, presentEvents } from './live'
import type { UserBudget } from './live-budget'
import { type LiveClient, type SocketHub, ticketOfRoom } from './live-hub'
import { nextTurn } from '../company/batches'
import { createLimiter } from '../job/limiter'
import { dayMs } from '../time/durations.contract'
import { messageEventRetentionDays } from '../event/forget-old-events'

/** Beyond this a reload is cheaper than a replay. */
const replayMax = 500

const batchMax = 50

interface ReplayBatch {
  messages: LiveMessage[]
  upTo: number
  isLast: boolean
}

export interface CatchUpOptions {
  hub: Pick<SocketHub, 'enter'>
  topicsOf(ctx: CompanyContext): readonly string[]
  findVisibleTicket(ctx: CompanyContext, idOrUuid: TicketId | string): TicketId | undefined
}

interface CatchUpConnection {
  client: LiveClient
  userBudget: UserBudget
  isOpen(): boolean
  failed(error: unknown): void
}

const replayCharsMax = 1_000_000

/** One batch per turn; subscribes in the turn of the last, so that no event is lost or out of order. */
export function createCatchUp(options: CatchUpOptions) {
  const oneAtATime = createLimiter(1)
  /** Lowest number requested; repeated requests are answered once. */
  const waiting = new Map<LiveClient, number>()

  function begin(connection: CatchUpConnection, safe: number | undefined) {
    const from = waiting.get(connection.client)
    waiting.delete(connection.client)
    if (from === undefined) return
    const ctx = connection.client.context()
    if (canReplay(ctx, from)) sendBatch(connection, from, 0, safe)
    else finish(options, connection.client, ctx, 'reload', safe)
  }

  function sendBatch(connection: CatchUpConnection, from: number, charsBefore: number, safe: number | undefined) {
    const { client } = connection
    const ctx = client.context()
    const { messages, upTo, isLast } = replayBatch(ctx, from, mayReceive(options, client, ctx), safe)
    const texts = messages.flatMap((message) => liveTexts(client.companyId, message))
    const chars = texts.reduce((sum, text) => sum + text.length, charsBefore)
    if (chars > replayCharsMax) return finish(options, client, ctx, 'reload', safe)
    for (const text of texts) client.socket.send(text)
    if (isLast) finish(options, client, ctx, 'ready', safe)
    else runInTurn(connection, (safe) => sendBatch(connection, upTo, chars, safe))
  }

  function runInTurn(connection: CatchUpConnection, task: SafeTask) {
    const run = (safe: number | undefined) => {
      if (connection.isOpen()) task(safe)
      else waiting.delete(connection.client)
    }
    void oneAtATime(async () => {
      await nextTurn()
      try {
        if (connection.isOpen()) runWhenSafe(connection, run)
        else waiting.delete(connection.client)
      } catch (error) {
        connection.failed(error)
      }
    })
  }

  return (connection: CatchUpConnection, ctx: CompanyContext, last: number | null) => {
    const { client, userBudget } = connection
    const requested = waiting.get(client)
    if (requested !== undefined) return void waiting.set(client, Math.min(requested, last ?? Infinity))
    if (last === null || last === lastEventNumber(ctx)) {
      if (!durable(ctx.company)) return finish(options, client, ctx, 'ready')
      return runInTurn(connection, (safe) => finish(options, client, client.context(), 'ready', safe))
    }
    if (!userBudget.replays.take(1)) return finish(options, client, ctx, 'reload')
    waiting.set(client, last)
    runInTurn(connection, (safe) => begin(connection, safe))
  }
}

/** Rooms are joined later, so tickets are checked one by one. */
function mayReceive({ topicsOf, findVisibleTicket }: CatchUpOptions, client: LiveClient, ctx: CompanyContext) {
  const topics = client.isCaughtUp ? client.topics : new Set(topicsOf(ctx))
  return (topic: string) => {
    const ticketId = ticketOfRoom(topic)
    return topics.has(topic) || (ticketId !== undefined && findVisibleTicket(ctx, ticketId) !== undefined)
  }
}

/** Receives the last event that may leave the process; undefined for all. */
type SafeTask = (safe: number | undefined) => void

/** What is not safe yet is published later, to those who have entered by then. */
function runWhenSafe({ client, failed }: CatchUpConnection, task: SafeTask) {
  const ctx = client.context()
  if (!ctx.company.gate) return task(undefined)
  const last = lastEventNumber(ctx)
  const safe = durable(ctx.company)
  if (safe) safe.then(() => task(last)).catch(failed)
  else task(last)
}

function finish(
  { hub, topicsOf }: CatchUpOptions,
  client: LiveClient,
  ctx: CompanyContext,
  event: 'ready' | 'reload',
  safe?: number,
) {
  const number = safe ?? lastEventNumber(ctx)
  const send = (name: string) => client.socket.send(JSON.stringify({ event: name, number }))
  if (event === 'reload') send('reload')
  if (!client.isCaughtUp) hub.enter(client, topicsOf(ctx))
  send('ready')
}

const { number, at, type } = eventTable

const firstAfter = statement((db, of: { since: number }) =>
  db.select({ at }).from(eventTable).where(gt(number, of.since)).orderBy(number).limit(1),
)
const tooMany = statement((db, of: { since: number }) =>
  db.select({ number }).from(eventTable).where(gt(number, of.since)).limit(1).offset(replayMax),
)

const restored = statement((db, of: { since: number }) =>
  db
    .select({ number })
    .from(eventTable)
    .where(and(gt(number, of.since), eq(type, 'company.restored')))
    .limit(1),
)

function canReplay(ctx: CompanyContext, since: number) {
  if (since > lastEventNumber(ctx) || isForgotten(ctx, since)) return false
  return tooMany.get(ctx, { since }) === undefined && restored.get(ctx, { since }) === undefined
}

export function replayBatch(
  ctx: CompanyContext,
  since: number,
  mayReceive: (topic: string) => boolean,
  last?: number,
): ReplayBatch {
  const events = readEvents(ctx, since + 1, { limit: batchMax, ...(last !== undefined && { last }) })
  return {
    messages: presentEvents(ctx, events).filter((message) => message.topics.some(mayReceive)),
    upTo: events.at(-1)?.number ?? since,
    isLast: events.length < batchMax,
  }
}

function isForgotten(ctx: CompanyContext, since: number) {
  const next = firstAfter.get(ctx, { since })
  return next !== undefined && next.at.getTime() < ctx.now.getTime() - messageEventRetentionDays * dayMs
}
