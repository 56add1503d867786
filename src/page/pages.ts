import { spendOn } from '../kernel/company/spent-time'
import { readTextCookie } from '../kernel/http/cookies'
import { Refusal } from '../kernel/errors'
import { acceptsEncoding } from './client-files'
import { addresses } from '../../web/app/home-path'
import { createApiClient, type ApiClient } from '../../web/api/api-client'
import type { Branding, PageData, PageDataSession } from '../../web/page/page-data'
import type { RouteDefinition } from '../../web/page/page-definition'
import { findRoute, resolveVisit, type Problem, type Visit } from '../../web/page/resolve-page'
import { routes as productRoutes } from '../../web/routes'
import { brandSolid } from '../../web/ui/button/brand-solid'
import type { RememberedChoice } from '../../web/session/remembered-choice'
import type { SessionUser } from '../user/session/session.calls'
import type { Menu, ThemeChoice } from '../../web/session/session-model'
import { languageFor, type Language } from '../../web/i18n/languages'
import type { ClientManifest } from './build-client'
import { acceptsHtml, isNavigation } from './is-navigation'
import type { PageTurns } from './page-turns'
import { renderPage } from './render-page'

interface PageSession {
  token: string
  user: SessionUser
  /** The live connection resumes from it. */
  eventNumber?: number | null
  cookies?: readonly string[]
}

export interface PagesOptions {
  dispatch: (request: Request) => Promise<Response>
  session: (request: Request) => Promise<PageSession | undefined>
  branding: () => Branding | Promise<Branding>
  version: string
  /** Read for every page, so that a rebuild in development takes effect. */
  manifest: () => ClientManifest | Promise<ClientManifest>
  turns: PageTurns
  routes?: readonly RouteDefinition[]
  now?: () => Date
  onFailure?: (cause: unknown) => void
}

/** Navigation has no bearer token, so calls opened by it fail with these statuses, shown as an unknown page. */
const strange = [401, 404, 405]

/** Navigations only; undefined for a call of the same path. */
export function createPages(options: PagesOptions) {
  const routes = options.routes ?? productRoutes
  return async function answer(request: Request): Promise<Response | undefined> {
    if (!isNavigation(request)) return undefined
    const url = new URL(request.url)
    // A monitor would see only the redirect of a visitor without a session.
    if (url.pathname === '/' && !acceptsHtml(request)) url.pathname = addresses.login()
    const known = findRoute(routes, url.pathname) !== undefined
    if (!known) {
      // Files are opened by navigation, too; only what the app does not know is an unknown page.
      const response = await options.dispatch(request)
      if (!strange.includes(response.status)) return response
    }
    const response = await options.turns.oneByOne(request, () => showPage(request, url, routes, options))
    return request.method === 'HEAD' ? new Response(null, response) : compressed(request, response)
  }
}

/** The access token in it varies, so that sizes reveal nothing. */
async function compressed(request: Request, response: Response) {
  if (!response.body || !acceptsEncoding(request, 'gzip')) return response
  const bytes = Bun.gzipSync(await response.bytes(), { library: 'libdeflate', level: 3 })
  response.headers.set('content-encoding', 'gzip')
  return new Response(bytes, response)
}

async function showPage(request: Request, url: URL, routes: readonly RouteDefinition[], options: PagesOptions) {
  const [{ session, failure }, branding] = await Promise.all([findVisitor(request, options), options.branding()])
  const now = options.now?.() ?? new Date()
  const api = serverApi(request, session, options.dispatch)
  const user = session?.user
  const remembered = (name: RememberedChoice) => readTextCookie(request, name)
  const isPrivate = findRoute(routes, url.pathname)?.route.audience === 'private'
  const visit: Visit =
    failure && isPrivate
      ? { kind: 'problem', problem: failure }
      : await resolveVisit({ routes, addresses, url, session: { user, remembered }, api, onFailure: options.onFailure })
  if (visit.kind === 'redirect') return redirect(visit.to, session?.cookies)
  const data: PageData = {
    ...choices(user, remembered, url),
    branding,
    brandSolid: {
      light: brandSolid(branding.primaryColorLight, 'light'),
      dark: brandSolid(branding.primaryColorDark, 'dark'),
    },
    serverVersion: options.version,
    now: now.toISOString(),
    session: session ? sessionData(session) : null,
    visit: visitData(visit),
  }
  await options.turns.toRender(request)
  const manifest = await options.manifest()
  const measure = user && ((render: () => string) => spendOn(user.companyId, render))
  return renderPage({ routes, data, visit, url, api, measure, manifest, cookies: session?.cookies })
}

interface Visitor {
  session?: PageSession
  failure?: Problem
}

async function findVisitor(request: Request, options: PagesOptions): Promise<Visitor> {
  try {
    return { session: await options.session(request) }
  } catch (cause) {
    options.onFailure?.(cause)
    return { failure: { kind: 'failure', code: cause instanceof Refusal ? cause.code : 'ERR_PAGE' } }
  }
}

/** The user's, else the browser's, else the link's language. The menu's state is the browser's. */
function choices(
  user: SessionUser | undefined,
  remembered: (name: RememberedChoice) => string | undefined,
  url: URL,
): { theme: ThemeChoice; language: Language; menu: Menu } {
  const theme = user?.defaultTheme ?? remembered('theme')
  const language = user
    ? (user.language ?? user.company.language)
    : (remembered('language') ?? url.searchParams.get('lang'))
  const menu = remembered('menu') ?? user?.defaultMenu
  return {
    theme: theme === 'dark' || theme === 'light' ? theme : 'system',
    language: languageFor(language),
    menu: menu === 'closed' ? 'closed' : 'open',
  }
}

function sessionData({ user, token, eventNumber }: PageSession): PageDataSession {
  return { user, token, eventNumber: eventNumber ?? null }
}

function visitData(visit: Exclude<Visit, { kind: 'redirect' }>): PageData['visit'] {
  return visit.kind === 'page' ? { kind: 'page', data: visit.data } : visit
}

function redirect(to: string, cookies: readonly string[] = []) {
  const headers = new Headers({ location: to, 'cache-control': 'no-store', vary: 'Accept' })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 302, headers })
}

/** Loads data with the browser's calls and permissions. */
function serverApi(request: Request, session: PageSession | undefined, dispatch: PagesOptions['dispatch']): ApiClient {
  const origin = new URL(request.url).origin
  return createApiClient((call) => {
    const headers = new Headers({ accept: 'application/json' })
    if (session) headers.set('authorization', `Bearer ${session.token}`)
    if (call.contentType) headers.set('content-type', call.contentType)
    for (const name of ['x-forwarded-for', 'user-agent']) {
      const value = request.headers.get(name)
      if (value) headers.set(name, value)
    }
    return dispatch(new Request(new URL(call.path, origin), { method: call.method, headers, body: call.body }))
  })
}
