import type { CompanyContext } from './company-context'
import { lastEventNumber } from './event-log'
import type { TicketId } from './ids'
import { liveText } from './live'
import type { PersonBudget } from './live-budget'
import { type LiveClient, type SocketHub, ticketOfRoom } from './live-hub'
import { missedSince } from './live-replay'
import { createTurns } from './turns'

export interface CatchUpOptions {
  hub: Pick<SocketHub, 'setTopics'>
  /** What the person may hear, as topics within the company. */
  topicsOf(ctx: CompanyContext): readonly string[]
  /** The ticket's id when the person may see it now. */
  findVisibleTicket(ctx: CompanyContext, idOrUuid: TicketId | string): TicketId | undefined
}

interface CatchUpLine {
  client: LiveClient
  person: PersonBudget
  /** Whether the socket is still ours to write to. */
  isOpen(): boolean
  failed(error: unknown): void
}

/** Sends clients what they missed, one replay in each turn of the loop, since many come back at once after a restart. */
export function createCatchUp(options: CatchUpOptions) {
  const turns = createTurns()
  /** The lowest number asked for by each client that waits: asked again meanwhile, it is answered once. */
  const waiting = new Map<LiveClient, number>()

  function takeTurn({ client, isOpen, failed }: CatchUpLine) {
    const from = waiting.get(client)
    waiting.delete(client)
    if (from === undefined || !isOpen()) return
    try {
      const ctx = client.context()
      answer(options, client, ctx, missedSince(ctx, from, mayHear(options, client, ctx)))
    } catch (error) {
      failed(error)
    }
  }

  return (line: CatchUpLine, ctx: CompanyContext, last: number | null) => {
    const { client, person } = line
    const asked = waiting.get(client)
    if (asked !== undefined) return void waiting.set(client, Math.min(asked, last ?? Infinity))
    if (last === null || last === lastEventNumber(ctx)) return answer(options, client, ctx, [])
    if (!person.replays.take(1)) return answer(options, client, ctx, undefined)
    waiting.set(client, last)
    turns.add(() => takeTurn(line))
  }
}

/** Of one replay: far below what a socket may hold back before it is closed. */
const replayCharsMax = 1_000_000

/** What it will hear once it has caught up; it joins its rooms after that. */
function mayHear({ topicsOf, findVisibleTicket }: CatchUpOptions, client: LiveClient, ctx: CompanyContext) {
  const topics = client.isCaughtUp ? client.topics : new Set(topicsOf(ctx))
  return (topic: string) => {
    const ticketId = ticketOfRoom(topic)
    return topics.has(topic) || (ticketId !== undefined && findVisibleTicket(ctx, ticketId) !== undefined)
  }
}

/**
 * Sends what was missed, or `reload` when that is undefined. The client is subscribed in the same turn of the loop, so that
 * nothing falls between and nothing newer comes before.
 */
function answer(
  { hub, topicsOf }: CatchUpOptions,
  client: LiveClient,
  ctx: CompanyContext,
  missed: ReturnType<typeof missedSince>,
) {
  const { socket, companyId } = client
  const send = (event: string) => socket.send(JSON.stringify({ event, number: lastEventNumber(ctx) }))
  const texts = missed?.map((message) => liveText(companyId, message)) ?? []
  const chars = texts.reduce((sum, text) => sum + text.length, 0)
  if (!missed || chars > replayCharsMax) send('reload')
  else for (const text of texts) socket.send(text)
  if (!client.isCaughtUp) {
    client.isCaughtUp = true
    hub.setTopics(client, topicsOf(ctx))
  }
  send('ready')
}
