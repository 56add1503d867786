import { Elysia } from 'elysia'
import { createApp } from './app'
import { callHeaders } from './kernel/http/answer-headers'
import { requestBytesMax } from './kernel/http/body/body-limits'
import { type BodyPace, idleTimeoutSeconds } from './kernel/http/body/body-pace'
import { createContext } from './kernel/company/company-context'
import type { CompanyId, UserId } from './kernel/ids'
import { CompanyElsewhere } from './kernel/company/ownership'
import { noteElsewhere } from './kernel/current-request'
import { lastEventNumber } from './kernel/event/event-log'
import { clientAddress, rewriteForwardedHeaders } from './kernel/http/edge/forwarded-headers'
import { type Handle, httpResponses, watchRequest } from './host/http-metrics'
import { isHealthRequest } from './host/health'
import { createMetricsPage } from './host/metrics-page'
import { unavailableAnswer } from './host/unavailable-answer'
import type { HostWatch } from './host/watch/host-watch'
import { refusalOf } from './kernel/http/http-errors'
import { settledAnswer } from './kernel/http/settled-answer'
import { addressBlock } from './kernel/http/edge/ip-address'
import type { SocketHub } from './kernel/live/live-hub'
import { liveSocket, type LiveSocketOptions, liveSocketSettings } from './kernel/live/live-socket'
import { findVisibleTicket, liveSubscriptions } from './compose'
import type { Log } from './kernel/log'
import { clearRequestFiles } from './kernel/http/body/request-files'
import { createTrustedProxies } from './kernel/http/edge/trusted-proxies'
import { createTicketViewers } from './message/presence/ticket-viewers'
import { showAgentPresence } from './message/presence/typing'
import { createPageTurns } from './page/page-turns'
import { isNavigation } from './page/is-navigation'
import type { PagesOptions } from './page/pages'
import { type AccessTokens, createAccessTokens } from './platform/sign-in/access-token'
import { readBranding } from './platform/branding/platform-setting.queries'
import type { Platform } from './platform/platform'
import { contextOf, contextWhenReady, whenReady, findCookieSession, readCookieToken } from './user/session/authenticate'
import { cutCompany } from './user/live/live-subscriptions'
import { publishDashboardUpdate } from './report/report.domain'
import { assignToWhoCame } from './ticket/assignment/automatic/assigning-queues'
import { publishOnlineStatus } from './user/live/publish-online-status'
import { noteUserLeft, noteUserSeen } from './user/session/note-user-seen'
import { presentSession } from './user/session/present-session'
import { version } from './version'

export interface ServeOptions {
  platform: Platform
  hub: SocketHub
  client: Pick<PagesOptions, 'manifest'> & {
    answer(request: Request): Promise<Response | undefined>
  }
  bodyPace?: BodyPace
  watch?: HostWatch
}

export function serve({ platform, hub, client, bodyPace, watch }: ServeOptions) {
  const { config, hostKey, files, log, node } = platform
  clearRequestFiles(config.dataDir)
  const metricsPage = createMetricsPage(platform)
  const tokens = createAccessTokens(hostKey.sessionSecret, platform.clock)
  const forwarding = {
    trusted: createTrustedProxies(config.trustedProxies),
    publicUrl: config.publicUrl,
    ignored: warnOfIgnoredProxies(log),
  }
  const peerOf = (request: Request) => server.server?.requestIP(request)?.address ?? ''
  const app = createApp({
    platform,
    tokens,
    bodyPace,
    watch,
    isOnline: hub.isOnline,
    setIdleTimeout: (request, seconds) => server.server?.timeout(request, seconds),
  })
  const pageOptions: PagesOptions = {
    ...pageServices(platform, tokens),
    dispatch: (request) => Promise.resolve(app.handle(request)),
    manifest: client.manifest,
  }
  let pages: ReturnType<typeof loadPages> | undefined

  const server = new Elysia({ handler: { standardHostname: false }, websocket: liveSocketSettings })
    .onRequest(async ({ request }) => {
      if (platform.isStopping && !isHealthRequest(request)) return unavailableAnswer(request)
      const metrics = metricsPage(request, peerOf)
      if (metrics) return metrics
      if (!node?.isFromNode(request)) rewriteForwardedHeaders(request, peerOf(request), forwarding)
      const file = await client.answer(request)
      if (file || !isNavigation(request)) return file
      return (await (pages ??= loadPages(pageOptions)))(request)
    })
    .use(liveSocket(liveSocketOptions(platform, tokens, hub)))
    .use(app)
    // The last is the outermost.
    .wrap((given) => {
      // Typed as any function; it is the one that answers.
      const handle = given as unknown as Handle
      const answer = node ? settledAnswer(handle, node) : handle
      return (request: Request) => watchRequest(request, answer, node?.forward)
    })
    .listen({
      hostname: config.host,
      port: config.port,
      maxRequestBodySize: requestBytesMax,
      idleTimeout: idleTimeoutSeconds,
      // Otherwise a second process could start unnoticed.
      reusePort: false,
      // Bun's error page shows stack and source.
      development: false,
      error(error) {
        log.error('A request failed outside its handler', { error })
        httpResponses.add('5xx')
        return Response.json({ error: 'ERR_INTERNAL', message: 'ERR_INTERNAL' }, { status: 500, headers: callHeaders })
      },
    })
  if (server.server) hub.attach(server.server)
  publishOnlineStatus({
    hub,
    contextOf: (companyId) => createContext(files.use(companyId)),
    onChange(ctx, isOnline) {
      publishDashboardUpdate(ctx)
      if (isOnline) assignToWhoCame(ctx)
    },
  })
  platform.companyStops.push((companyId, how) => void (how?.keepsSessions || cutCompany(hub, companyId)))
  return server
}

function pageServices(platform: Platform, tokens: AccessTokens): Omit<PagesOptions, 'dispatch' | 'manifest'> {
  return {
    session: (request) => pageSession(platform, tokens, request),
    branding: () => readBranding(platform),
    version,
    turns: createPageTurns(platform.turns, (request) => visitorOf(platform, request)),
    now: () => platform.clock.now(),
    onFailure: (error) => platform.log.error('A page failed', { error }),
  }
}

function liveSocketOptions(platform: Platform, tokens: AccessTokens, hub: SocketHub): LiveSocketOptions {
  const viewers = createTicketViewers(hub)
  return {
    files: platform.files,
    hub,
    log: platform.log,
    publicUrl: platform.config.publicUrl,
    isProbe: platform.liveProbes.take,
    signIn: async (token) => {
      const session = await tokens.verify(token)
      await whenReady(platform, session.companyId)
      return { sessionId: session.id, userId: session.userId, context: () => contextOf(platform, session) }
    },
    topicsOf: liveSubscriptions.topicsOf,
    findVisibleTicket: (ctx, idOrUuid) => findVisibleTicket(ctx, idOrUuid)?.id,
    noteSeen: noteUserSeen,
    noteLeft: (companyId, userId) => noteLeft(platform, companyId, userId),
    notePresence(ctx, { ticket: uuid, state }, client) {
      const ticket = findVisibleTicket(ctx, uuid)
      if (!ticket) return
      viewers.note(client, ticket.id, state)
      showAgentPresence(ctx, ticket, state)
    },
  }
}

/** Not while the product stops: who is there then returns when it starts again. */
function noteLeft({ files, isStopping, log }: Platform, companyId: CompanyId, userId: UserId) {
  if (isStopping || !files.isOwned(companyId) || !files.exists(companyId)) return
  try {
    noteUserLeft(createContext(files.use(companyId)), userId)
  } catch (error) {
    log.warn('A user who left could not be noted', { company: companyId, user: userId, error })
  }
}

/** Takes a quarter of a start, so it waits for the first page. */
async function loadPages(options: PagesOptions) {
  const { createPages } = await import('./page/pages')
  return createPages(options)
}

const privateNetwork = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd])/i
const warnedProxiesMax = 10

/** Behind an unconfigured proxy all users share one address and its limits. */
function warnOfIgnoredProxies(log: Log) {
  const warned = new Set<string>()
  return (peer: string) => {
    if (warned.has(peer) || warned.size >= warnedProxiesMax || !privateNetwork.test(peer)) return
    warned.add(peer)
    log.warn('X-Forwarded-For of a private address is ignored; name a reverse proxy in TRUSTED_PROXIES', { peer })
  }
}

const finishMsMax = 3_000
const finishPollMs = 10
const restartCode = 1012

/** Once `isStopping` is set. Until `stopListening` monitors are told why nothing else is answered. */
export async function finishRequests({ server }: ReturnType<typeof serve>, hub: SocketHub) {
  hub.closeAll(restartCode, 'restart')
  const endMs = performance.now() + finishMsMax
  while (server && server.pendingRequests > 0 && performance.now() < endMs) await Bun.sleep(finishPollMs)
}

export const stopListening = ({ server }: ReturnType<typeof serve>) => server?.stop(true)

function visitorOf(platform: Platform, request: Request) {
  const token = readCookieToken(platform, request)
  return token ? `${token.companyId}/${token.sessionId}` : `address ${addressBlock(clientAddress(request))}`
}

/** Without rotating it. @throws Refusal when it cannot be determined now */
async function pageSession(platform: Platform, tokens: ReturnType<typeof createAccessTokens>, request: Request) {
  try {
    const session = await findCookieSession(platform, request)
    if (!session) return undefined
    const ctx = await contextWhenReady(platform, session, 'anyone')
    const user = presentSession(platform, ctx, session.userId)
    const eventNumber = lastEventNumber(createContext(ctx.company))
    return { token: await tokens.sign(session), user, eventNumber }
  } catch (error) {
    if (error instanceof CompanyElsewhere) noteElsewhere(error.companyId)
    const refused = refusalOf(error)
    // Signing in again would not help.
    if (!refused || refused.status === 429 || refused.status >= 500) throw refused ?? error
    platform.log.debug('A page was asked for with a session that is no longer good', { error })
    return undefined
  }
}
