import { Elysia } from 'elysia'
import type { ServerWebSocket } from 'bun'
import * as v from 'valibot'
import type { CompanyContext } from '../company/company-context'
import type { CompanyFiles } from '../company/company-files'
import { CompanyElsewhere } from '../company/ownership'
import { Refusal } from '../errors'
import type { CompanyId, UserId } from '../ids'
import { createUserBudgets, createSocketBudget, frameCosts, type UserBudget, roomsMax } from './live-budget'
import { type CatchUpOptions, createCatchUp } from './live-catch-up'
import type { LiveClient, SocketHub } from './live-hub'
import type { Log } from '../log'
import { isFromOtherSite } from '../http/edge/same-origin'
import { createTokenBucket, type TokenBucket } from '../http/rate-limit'

const Number0 = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0)), null)
const Presence = v.object({
  ticket: v.pipe(v.string(), v.maxLength(60)),
  state: v.picklist(['viewing', 'composing', 'recording', 'paused', 'noting', 'away']),
})
type LivePresence = v.InferOutput<typeof Presence>

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
  v.object({ event: v.literal('presence'), data: Presence }),
  v.object({ event: v.literal('asleep'), data: v.boolean() }),
])

export interface LiveSocketOptions extends CatchUpOptions {
  files: CompanyFiles
  hub: SocketHub
  log: Log
  publicUrl?: string
  /** True once for a token of `recado doctor`, which looks whether the public address leads to this process. */
  isProbe?(token: string): boolean
  signIn(token: string): Promise<{ sessionId: string; userId: UserId; context: () => CompanyContext }>
  noteSeen(ctx: CompanyContext): void
  noteLeft(companyId: CompanyId, userId: UserId): void
  notePresence(ctx: CompanyContext, presence: LivePresence, client: LiveClient): void
}

interface LiveConnection {
  budget: TokenBucket
  userBudget?: UserBudget
  client?: LiveClient
  release?: () => void
  deadline?: Timer
  isCut: boolean
  cut(code: number, reason: string): void
}

const signInMs = 10_000
/** The token, and frames sent without waiting for the answer. */
const anonymousFrames = { burst: 10, perSecond: 0 }
export const probeArrived = 4200
/** Another node serves the company; the reason is its name, if it is known. */
export const elsewhereCode = 4409
const closed = { unauthorized: 4401, nonsense: 4400, tooMuch: 4429, elsewhere: elsewhereCode }

export const liveSocketSettings = {
  // The longest frame is a token.
  maxPayloadLength: 8 * 1024,
  // A slow reader is disconnected and catches up.
  backpressureLimit: 4 * 1024 * 1024,
  closeOnBackpressureLimit: true,
  idleTimeout: 120,
  sendPings: true,
}

/** A socket receives nothing before a valid token. */
export function liveSocket(options: LiveSocketOptions) {
  const { hub, log, publicUrl } = options
  const connections = new Map<string, LiveConnection>()
  const handling: Handling = { ...options, userBudgets: createUserBudgets(), catchUp: createCatchUp(options) }

  return new Elysia({ name: 'live-socket' }).ws('/live', {
    beforeHandle({ request }) {
      if (!isFromOtherSite(request, publicUrl)) return
      // A host would look in vain for a proxy that passes another name.
      log.warn('A live socket of another site was refused', { origin: request.headers.get('origin') })
      throw new Refusal('ERR_CROSS_SITE_REQUEST')
    },
    open(ws) {
      connections.set(
        ws.id,
        openConnection((code, reason) => ws.close(code, reason)),
      )
    },
    async message(ws, message) {
      const connection = connections.get(ws.id)
      if (!connection || connection.isCut) return
      const frame = v.safeParse(Frame, message)
      if (!frame.success) return connection.cut(closed.nonsense, 'not understood')
      try {
        charge(connection, frame.output.event)
        await handle(handling, connection, ws.raw as ServerWebSocket<unknown>, frame.output)
      } catch (error) {
        cutFor(log, connection, error)
      }
    },
    close(ws) {
      const connection = connections.get(ws.id)
      connections.delete(ws.id)
      clearTimeout(connection?.deadline)
      if (!connection?.client) return
      const { companyId, userId } = connection.client
      connection.isCut = true
      hub.remove(connection.client)
      if (!hub.isOnline(companyId, userId)) options.noteLeft(companyId, userId)
      connection.userBudget?.close()
      connection.release?.()
    },
  })
}

function openConnection(close: (code: number, reason: string) => void): LiveConnection {
  const connection: LiveConnection = {
    budget: createTokenBucket(anonymousFrames),
    isCut: false,
    cut(code, reason) {
      connection.isCut = true
      close(code, reason)
    },
  }
  connection.deadline = setTimeout(() => connection.cut(closed.unauthorized, 'sign in'), signInMs)
  return connection
}

function cutFor(log: Log, connection: LiveConnection, error: unknown) {
  if (error instanceof LimitExceeded) {
    const { companyId: company, userId: user } = connection.client ?? {}
    log.warn('A live socket was closed: it asked for too much', { company, user, reason: error.message })
    return connection.cut(closed.tooMuch, error.message)
  }
  if (error instanceof CompanyElsewhere) return connection.cut(closed.elsewhere, error.node ?? '')
  if (!(error instanceof Refusal)) log.error('A live socket was closed by a failure', { error })
  connection.cut(closed.unauthorized, error instanceof Refusal ? error.code : 'failed')
}

class LimitExceeded extends Error {}

function charge({ budget, userBudget, client }: LiveConnection, event: keyof typeof frameCosts) {
  const cost = client ? frameCosts[event] : 1
  if (!budget.take(cost) || (userBudget && !userBudget.units.take(cost))) {
    throw new LimitExceeded('too many frames: slow down and connect again later')
  }
}

interface Handling extends LiveSocketOptions {
  userBudgets: ReturnType<typeof createUserBudgets>
  catchUp: ReturnType<typeof createCatchUp>
}

async function handle(
  options: Handling,
  connection: LiveConnection,
  socket: ServerWebSocket<unknown>,
  frame: v.InferOutput<typeof Frame>,
) {
  if (frame.event === 'auth') return signIn(options, connection, socket, frame.data)
  const { client } = connection
  if (!client) throw new Refusal('ERR_UNAUTHORIZED')
  const ctx = client.context()
  if (frame.event === 'resume') return catchUp(options, connection, ctx, frame.data.last)
  if (frame.event === 'userStatus') {
    options.noteSeen(ctx)
    // Covers changes without an event, such as a subscription that ends at midnight.
    return options.hub.setTopics(client, options.topicsOf(ctx))
  }
  if (frame.event === 'joinNotification') return
  if (frame.event === 'asleep') return void (client.isAsleep = frame.data)
  if (frame.event === 'presence') return options.notePresence(ctx, frame.data, client)
  const ticketId = options.findVisibleTicket(ctx, frame.data)
  if (ticketId === undefined) return
  if (frame.event === 'leaveTickets') return options.hub.leaveRoom(client, ticketId)
  if (client.rooms.size >= roomsMax && !client.rooms.has(ticketId)) throw new LimitExceeded('too many tickets joined')
  options.hub.joinRoom(client, ticketId)
}

async function signIn(
  options: Handling,
  connection: LiveConnection,
  socket: ServerWebSocket<unknown>,
  { token, last }: { token: string; last: number | null },
) {
  if (options.isProbe?.(token)) return connection.cut(probeArrived, 'this process')
  const { sessionId, userId, context } = await options.signIn(token)
  if (socket.readyState !== WebSocket.OPEN || connection.client || connection.isCut) return
  clearTimeout(connection.deadline)
  const ctx = context()
  const companyId = ctx.company.id
  const userBudget = options.userBudgets.of(companyId, userId)
  if (!userBudget.units.take(frameCosts.auth)) throw new LimitExceeded('too many connections: come back later')
  if (!userBudget.open()) throw new LimitExceeded('too many open connections: close some')
  connection.userBudget = userBudget
  connection.budget = createSocketBudget()
  connection.release = options.files.pin(companyId)
  connection.client = {
    socket,
    companyId,
    userId,
    sessionId,
    context,
    topics: new Set(),
    rooms: new Set(),
    isCaughtUp: false,
    isAsleep: false,
  }
  options.hub.add(connection.client)
  options.noteSeen(ctx)
  catchUp(options, connection, ctx, last)
}

function catchUp({ catchUp, log }: Handling, connection: LiveConnection, ctx: CompanyContext, last: number | null) {
  const { client, userBudget } = connection
  if (!client || !userBudget) return
  catchUp(
    { client, userBudget, isOpen: () => !connection.isCut, failed: (error) => cutFor(log, connection, error) },
    ctx,
    last,
  )
}
