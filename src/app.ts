import { Elysia } from 'elysia'
import { isWebhookAddress } from './connection/webhook/meta-webhook.routes'
import { calls, domains, mediaGuards } from './domains'
import type { BodyPace, SetIdleTimeout } from './kernel/http/body/body-pace'
import { callHeaders } from './kernel/http/answer-headers'
import { createHttpEdge } from './kernel/http/edge/http-edge'
import { httpErrors } from './kernel/http/http-errors'
import type { CompanyId, UserId } from './kernel/ids'
import { createUserGuard, createSuperUserGuard } from './kernel/http/user-guard'
import type { AccessTokens } from './platform/sign-in/access-token'
import type { Domain, RouteServices } from './platform/domain'
import { createHostGuard } from './platform/host-record'
import type { Platform } from './platform/platform'
import { authenticate, authenticateAnyway, authorizeBody, authenticateFile } from './user/session/authenticate'
import { version } from './version'
import { apiPageAnswer, renderApiPage } from './page/api-page'
import { type ApiDocument, describeCalls } from './page/describe-calls'
import { healthRoutes } from './host/health'
import { createHostWatch, type HostWatch } from './host/watch/host-watch'
import { hostWatchRoutes } from './host/watch/host-watch.routes'
import { moveInRoutes } from './move-in/run/move-in.routes'

interface AppServices {
  platform: Platform
  tokens: AccessTokens
  bodyPace?: BodyPace
  setIdleTimeout?: SetIdleTimeout
  /** Called with each answer and its call's name, such as `GET /queue/:id`. */
  onAnswer?(call: string, answer: unknown): void
  /** Takes points only once it is started. */
  watch?: HostWatch
  /** False where there are no sockets. */
  isOnline?(companyId: CompanyId, userId: UserId): boolean
}

export function createApp(services: AppServices, used: readonly Domain[] = domains) {
  const { platform, tokens, bodyPace, setIdleTimeout, onAnswer, isOnline = () => false } = services
  const watch = services.watch ?? createHostWatch(platform)
  const guard = createUserGuard((request) => authenticate(platform, tokens, request))
  const openUserGuard = createUserGuard((request) => authenticateAnyway(platform, tokens, request), 'open-user-guard')
  const superUserGuard = createSuperUserGuard((request) => authenticate(platform, tokens, request))
  const hostGuard = createHostGuard(platform, (request) => authenticate(platform, tokens, request))
  const routeServices: RouteServices = {
    platform,
    tokens,
    guard,
    openUserGuard,
    superUserGuard,
    hostGuard,
    isOnline,
    authenticateFile: (request) => authenticateFile(platform, tokens, request),
    mediaGuards,
  }
  const edge = createHttpEdge({
    calls,
    dataDir: platform.config.dataDir,
    pace: bodyPace,
    setIdleTimeout,
    requireSpace: platform.freeSpace.requireForFiles,
    authorize: async (request) => {
      if (!(await isWebhookAddress(platform, request))) await authorizeBody(platform, tokens, request)
    },
  })
  const app = new Elysia({ aot: true, handler: { standardHostname: false } })
    .headers(callHeaders)
    .use(httpErrors(platform.log))
    .use(edge)
    .onAfterHandle({ as: 'global' }, () => platform.turns.done())
    .use(openapiRoutes(version))
    .get('/version', () => ({ version }))
    .use(healthRoutes(platform))
    .use(hostWatchRoutes(superUserGuard, watch))
    .use(moveInRoutes(superUserGuard, platform))
  if (onAnswer) {
    app.onAfterHandle({ as: 'global' }, async ({ request, route, responseValue }) =>
      onAnswer(`${request.method} ${route}`, await responseValue),
    )
  }
  for (const { records = [], routes } of used) {
    for (const record of records) app.use(record.routes(routeServices))
    if (routes) app.use(routes(routeServices))
  }
  return app
}

function openapiRoutes(version: string) {
  let document: Promise<ApiDocument> | undefined
  let page: Promise<string> | undefined
  const describe = () => (document ??= describeCalls(calls, version))
  return new Elysia({ name: 'openapi-page' })
    .get('/openapi/json', describe)
    .get('/openapi', async () => apiPageAnswer(await (page ??= describe().then(renderApiPage))))
}
