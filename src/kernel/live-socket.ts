import { Elysia } from 'elysia'
import type { ServerWebSocket } from 'bun'
import * as v from 'valibot'
import type { CompanyContext } from './company-context'
import type { CompanyFiles } from './company-files'
import { Refusal } from './errors'
import type { TicketId, UserId } from './ids'
import { liveText } from './live'
import { lastEventNumber } from './event-log'
import { missedSince } from './live-replay'
import type { LiveClient, SocketHub } from './live-hub'
import type { Log } from './log'

const Number0 = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0)), null)
const Frame = v.variant('event', [
  v.object({
    event: v.literal('auth'),
    data: v.object({ token: v.pipe(v.string(), v.maxLength(2000)), last: Number0 }),
  }),
  v.object({ event: v.literal('resume'), data: v.object({ last: Number0 }) }),
  v.object({ event: v.literal('joinTickets'), data: v.pipe(v.string(), v.maxLength(60)) }),
  v.object({ event: v.literal('leaveTickets'), data: v.pipe(v.string(), v.maxLength(60)) }),
  v.object({ event: v.literal('joinNotification'), data: v.nullish(v.unknown()) }),
  v.object({ event: v.literal('userStatus'), data: v.nullish(v.unknown()) }),
])

export interface LiveSocketOptions {
  files: CompanyFiles
  hub: SocketHub
  log: Log
  /** Checks a bearer token. @throws Refusal */
  signIn(token: string): Promise<{ sessionId: string; userId: UserId; context: () => CompanyContext }>
  /** What the person may hear, as topics within the company. */
  topicsOf(ctx: CompanyContext): readonly string[]
  /** The ticket's id when the person may see it now. */
  findVisibleTicket(ctx: CompanyContext, uuid: string): TicketId | undefined
  /** The person is there. */
  noteSeen(ctx: CompanyContext): void
}

interface Line {
  client?: LiveClient
  release?: () => void
  deadline?: Timer
}

const signInMs = 10_000
/** Codes the client reads: 4401 sign in again, 4400 it spoke nonsense. */
const closed = { unauthorized: 4401, nonsense: 4400 }

/** The live socket door. A socket hears nothing until it has brought a good token. */
export function liveSocket(options: LiveSocketOptions) {
  const { hub, log } = options
  const lines = new Map<string, Line>()

  return new Elysia({
    name: 'live-socket',
    websocket: {
      maxPayloadLength: 64 * 1024,
      // A reader that is too slow is let go and catches up by its last number.
      backpressureLimit: 4 * 1024 * 1024,
      closeOnBackpressureLimit: true,
      idleTimeout: 120,
      sendPings: true,
    },
  }).ws('/live', {
    open(ws) {
      const deadline = setTimeout(() => ws.close(closed.unauthorized, 'sign in'), signInMs)
      lines.set(ws.id, { deadline })
    },
    async message(ws, message) {
      const line = lines.get(ws.id)
      const frame = v.safeParse(Frame, message)
      if (!line || !frame.success) return ws.close(closed.nonsense, 'not understood')
      try {
        await handle(options, line, ws.raw as ServerWebSocket<unknown>, frame.output)
      } catch (error) {
        if (!(error instanceof Refusal)) log.error('A live frame failed', { event: frame.output.event, error })
        ws.close(closed.unauthorized, error instanceof Refusal ? error.code : 'failed')
      }
    },
    close(ws) {
      const line = lines.get(ws.id)
      lines.delete(ws.id)
      clearTimeout(line?.deadline)
      if (line?.client) hub.remove(line.client)
      line?.release?.()
    },
  })
}

async function handle(
  options: LiveSocketOptions,
  line: Line,
  socket: ServerWebSocket<unknown>,
  frame: v.InferOutput<typeof Frame>,
) {
  if (frame.event === 'auth') return signIn(options, line, socket, frame.data)
  const { client } = line
  if (!client) throw new Refusal('ERR_UNAUTHORIZED')
  const ctx = client.context()
  if (frame.event === 'resume') return catchUp(client, ctx, frame.data.last)
  if (frame.event === 'userStatus') {
    options.noteSeen(ctx)
    // What changes with time alone, such as a subscription that ends at midnight.
    return options.hub.setTopics(client, options.topicsOf(ctx))
  }
  if (frame.event === 'joinNotification') return
  const ticketId = options.findVisibleTicket(ctx, frame.data)
  if (ticketId === undefined) return
  if (frame.event === 'joinTickets') options.hub.joinRoom(client, ticketId)
  else options.hub.leaveRoom(client, ticketId)
}

async function signIn(
  options: LiveSocketOptions,
  line: Line,
  socket: ServerWebSocket<unknown>,
  { token, last }: { token: string; last: number | null },
) {
  const { sessionId, userId, context } = await options.signIn(token)
  if (socket.readyState !== WebSocket.OPEN || line.client) return
  clearTimeout(line.deadline)
  const ctx = context()
  const companyId = ctx.company.id
  line.release = options.files.pin(companyId)
  line.client = { socket, companyId, userId, sessionId, context, topics: new Set(), rooms: new Set() }
  options.hub.add(line.client)
  options.hub.setTopics(line.client, options.topicsOf(ctx))
  options.noteSeen(ctx)
  catchUp(line.client, ctx, last)
}

/** Subscribed first, then caught up: in one turn of the loop, so that nothing falls between. */
function catchUp(client: LiveClient, ctx: CompanyContext, last: number | null) {
  const missed = last === null ? [] : missedSince(ctx, last, client.topics)
  if (!missed) client.socket.send(JSON.stringify({ event: 'reload', number: lastEventNumber(ctx) }))
  for (const message of missed ?? []) client.socket.send(liveText(client.companyId, message))
  client.socket.send(JSON.stringify({ event: 'ready', number: lastEventNumber(ctx) }))
}
