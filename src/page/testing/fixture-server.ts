import type { ServerWebSocket } from 'bun'
import { join } from 'node:path'
import { defaultBranding } from '../../../web/page/page-data'
import { agentOf } from '../../../web/ticket/testing/tickets'
import type { SessionUser } from '../../user/session/session.calls'
import { buildClient } from '../build-client'
import { createFairScheduler } from '../../kernel/job/event-loop-turns'
import { createPageTurns } from '../page-turns'
import { createPages, type PagesOptions } from '../pages'
import { createStaticAssets } from '../client-files'
import { fixtureRoutes } from './fixture-routes'

const root = join(import.meta.dir, '../../..')
const outFolder = join(root, 'dist/fixture-client')

const agent = agentOf()

export const ana: SessionUser = {
  ...agent,
  id: 1,
  companyId: 2,
  name: 'Ana Albuquerque',
  email: 'ana@acme.test',
  profile: 'admin',
  company: { ...agent.company, id: 2, name: 'Acme Distribuidora de Alimentos', dueDate: '2026-12-31', daysLeft: 41 },
  plan: { ...agent.plan, name: 'Plano 1', users: 10, connections: 10, queues: 10 },
  queues: [],
  userClosePendingTicket: 'enabled',
  defaultMenu: 'open',
  defaultTicketsManagerWidth: 550,
}

export const bruno: SessionUser = {
  ...ana,
  id: 2,
  name: 'Bruno',
  email: 'bruno@acme.test',
  profile: 'user',
  defaultMenu: 'closed',
}

interface FixtureState {
  people: Record<string, SessionUser>
  note: string
  allowSignup: boolean
  expired: Set<string>
  refreshes: number
  calls: string[]
}

export function fixtureState(): FixtureState {
  return {
    people: { ana, bruno },
    note: 'Plain',
    allowSignup: false,
    expired: new Set(),
    refreshes: 0,
    calls: [],
  }
}

export function buildFixture() {
  return buildClient({ root, production: true, outFolder, entry: join(import.meta.dir, 'fixture-entry.tsx') })
}

/** Creates the page pipeline over a fake JSON app. The cookie names the signed-in user. */
export async function createFixture(state = fixtureState(), options: Partial<PagesOptions> = {}) {
  const { manifest, folders } = await buildFixture()
  const dispatch = async (request: Request) => answerCall(request, state)
  const pages = createPages({
    turns: createPageTurns(createFairScheduler(), () => 'somebody'),
    dispatch,
    session: async (request) => {
      const name = sessionName(request)
      const user = name === undefined ? undefined : state.people[name]
      return user && { user, token: `token-${name}`, eventNumber: 7 }
    },
    branding: () => defaultBranding,
    version: 'test',
    manifest: () => manifest,
    routes: fixtureRoutes,
    now: () => new Date('2026-11-20T12:00:00Z'),
    ...options,
  })
  const assets = await createStaticAssets(folders)
  return {
    state,
    manifest,
    answer: async (request: Request) => (await assets(request)) ?? (await pages(request)) ?? (await dispatch(request)),
  }
}

type LiveSockets = Set<ServerWebSocket<undefined>>

/** The same over a real port, with a live connection that sends `ready`. */
export async function serveFixture(state = fixtureState(), options: Partial<PagesOptions> = {}) {
  const fixture = await createFixture(state, options)
  const sockets: LiveSockets = new Set()
  const server = Bun.serve({
    port: 0,
    fetch(request, server) {
      if (new URL(request.url).pathname === '/live' && server.upgrade(request)) return undefined
      return fixture.answer(request)
    },
    websocket: {
      open: (socket) => void sockets.add(socket),
      close: (socket) => void sockets.delete(socket),
      message: (socket, text) => void answerLive(socket, String(text)),
    },
  })
  return { ...fixture, url: `http://localhost:${server.port}`, sockets, stop: () => server.stop(true) }
}

function answerLive(socket: ServerWebSocket<undefined>, text: string) {
  const { event } = JSON.parse(text) as { event: string }
  if (event === 'auth' || event === 'resume') socket.send(JSON.stringify({ event: 'ready', number: 7 }))
}

function sessionName(request: Request) {
  return new Bun.CookieMap(request.headers.get('cookie') ?? '').get('who') ?? undefined
}

async function answerCall(request: Request, state: FixtureState): Promise<Response> {
  const { pathname } = new URL(request.url)
  const token = request.headers.get('authorization')?.replace('Bearer ', '')
  state.calls.push(`${request.method} ${pathname}`)
  if (pathname === '/public-settings/allowSignup') {
    return Response.json({ key: 'allowSignup', value: state.allowSignup ? 'enabled' : 'disabled' })
  }
  if (pathname === '/plans/list') return Response.json([])
  if (pathname === '/auth/login') return signIn(request, state)
  if (pathname === '/auth/logout') return Response.json({}, { headers: { 'set-cookie': 'who=; path=/; max-age=0' } })
  if (pathname === '/auth/refresh_token') {
    state.refreshes++
    const name = sessionName(request) ?? 'ana'
    return Response.json({ token: `token-${name}-${state.refreshes}`, user: state.people[name] })
  }
  if (pathname === '/public/document.html')
    return new Response('<p>a file</p>', { headers: { 'content-type': 'text/html' } })
  if (!token?.startsWith('token-')) return refusal(401, 'ERR_UNAUTHORIZED')
  if (state.expired.has(token)) return refusal(403, 'ERR_SESSION_EXPIRED')
  if (pathname === '/fixture') return Response.json({ text: state.note })
  if (pathname.startsWith('/users/')) return Response.json({})
  if (pathname === '/announcements' || pathname === '/chats') {
    return Response.json({ records: [], hasMore: false, count: 0, unseen: 0, unreads: 0 })
  }
  if (pathname === '/notifications/seenWaiting') return Response.json({ until: null })
  if (pathname === '/notifications') return Response.json({ notifications: [] })
  if (pathname === '/contacts') return Response.json({ contacts: [], hasMore: false, count: 0 })
  if (pathname === '/tickets') return Response.json({ tickets: [], hasMore: false, count: 0, nextCursor: null })
  if (pathname === '/tickets/counts') return Response.json({ pending: 0 })
  if (pathname === '/fixture/fails') return refusal(500, 'ERR_INTERNAL')
  return refusal(404, 'ERR_NOT_FOUND')
}

async function signIn(request: Request, state: FixtureState) {
  const { email, password } = (await request.json()) as { email: string; password: string }
  const [name, user] = Object.entries(state.people).find(([, person]) => person.email === email) ?? []
  if (!name || !user || password !== 'right') return refusal(401, 'ERR_INVALID_CREDENTIALS')
  return Response.json({ token: `token-${name}`, user }, { headers: { 'set-cookie': `who=${name}; path=/; httponly` } })
}

function refusal(status: number, error: string) {
  return Response.json({ error, message: error }, { status })
}
