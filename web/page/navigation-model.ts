import { batch, signal, type ReadonlySignal } from '@preact/signals-react'
import type { ApiClient } from '../api/api-client'
import type { Area } from '../i18n/areas'
import { PageCodeError, type PageSession, type RouteDefinition } from './page-definition'
import { hasLaterParts, laterPartsTaken } from '../ui/layout/later-part'
import { fetchCode, findRoute, resolveVisit, type PageAddresses, type RouteMatch, type Visit } from './resolve-page'

/** Called before the page is left; false keeps it. */
type LeaveGuard = () => boolean | Promise<boolean>

export type LoadedVisit = Exclude<Visit, { kind: 'redirect' }>

interface ShownPage {
  path: string
  search: string
  visit: LoadedVisit | OpeningVisit
  /** Changes when the page must be remounted. */
  key: string
}

/** The page's title and a placeholder, while it loads. */
interface OpeningVisit {
  kind: 'opening'
  match: RouteMatch
}

interface GoOptions {
  replace?: boolean
}

export interface NavigationModel {
  readonly shown: ReadonlySignal<ShownPage>
  readonly pending: ReadonlySignal<string | undefined>
  go(to: string, options?: GoOptions): Promise<void>
  reload(): Promise<void>
  /** Changes the query of the address without loading anything: filters, an open tab. */
  replaceQuery(query: URLSearchParams): void
  /** The same, as a place of its own in the history: Back returns to what is shown now. */
  pushQuery(query: URLSearchParams): void
  /** Loads the code and texts of a page before it is opened. */
  prefetch(to: string): void
  guard(question: LeaveGuard): () => void
  historyEntry(): HistoryEntry
  start(): void
}

interface NavigationOptions {
  routes: readonly RouteDefinition[]
  addresses: PageAddresses
  api: ApiClient
  session: () => PageSession
  loadTexts: (areas: readonly Area[]) => Promise<void>
  first: { url: URL; visit: LoadedVisit }
}

export function createNavigation(options: NavigationOptions): NavigationModel {
  const { routes, loadTexts } = options
  const guards = createLeaveGuards()
  const past = createHistoryPosition()
  const { shown, pending, show } = createPageLoader(options, past.replace)

  async function go(to: string, { replace = false }: GoOptions = {}) {
    const url = new URL(to, location.href)
    const match = findRoute(routes, url.pathname)
    if (url.origin !== location.origin || match?.route.audience !== 'private') return location.assign(url)
    if (!(await guards.mayLeave())) return
    await show(url, replace || url.href === location.href ? past.replace : past.push)
  }

  function writeQuery(query: URLSearchParams, write: (url: URL) => void) {
    const url = new URL(location.href)
    url.search = query.toString()
    // Facebook's login adds it.
    if (url.hash === '#_=_') url.hash = ''
    write(url)
    showQuery(url)
  }

  function showQuery({ search }: URL) {
    batch(() => (shown.value = { ...shown.value, search: search.slice(1) }))
  }

  return {
    shown,
    pending,
    go,
    reload: () => show(new URL(location.href), () => {}, { fresh: true }),
    replaceQuery: (query) => writeQuery(query, past.replace),
    pushQuery: (query) => writeQuery(query, past.pushPart),
    prefetch(to) {
      const match = findRoute(routes, new URL(to, location.href).pathname)
      // A failed prefetch is ignored: opening the page will report it.
      if (match)
        Promise.all([fetchCode(match), match.route.load?.fetch?.(), loadTexts(match.route.texts)]).catch(() => {})
    },
    guard: guards.add,
    historyEntry: () => past.entry(shown.peek().path),
    start: () =>
      past.follow({ mayLeave: guards.mayLeave, show: (url) => show(url, past.replace), showPart: showQuery }),
  }
}

/** How long the page before stays, so that a fast connection shows no placeholder. The answer to a click is due at 100 ms. */
const openingMs = 60

function createPageLoader(
  { routes, addresses, api, session, loadTexts, first }: NavigationOptions,
  replaceAddress: (url: URL) => void,
) {
  let revision = 0
  let latest = 0
  const shown = signal(shownPage(first.url, first.visit, revision))
  const pending = signal<string>()

  /** `record` writes the history when something is shown. A fresh page keeps nothing. */
  async function show(url: URL, record: (target: URL) => void, { fresh = false } = {}): Promise<void> {
    const turn = ++latest
    // The menu shows where the user is, and must find what the server rendered.
    if (hasLaterParts() && !isShownRoute(url)) {
      await laterPartsTaken()
      if (turn !== latest) return
    }
    pending.value = url.pathname
    const isOpening = () => shown.value.visit.kind === 'opening'
    // What was opening and did not finish is not returned to.
    const write = (target: URL) => (isOpening() ? replaceAddress : record)(target)
    const opening = setTimeout(() => turn === latest && showOpening(url, write), openingMs)
    try {
      const visit = await resolveVisit({
        routes,
        addresses,
        url,
        session: session(),
        api,
        loadTexts,
        previous: fresh || shown.value.visit.kind !== 'page' ? undefined : shown.value.visit,
        onFailure: reportError,
      })
      clearTimeout(opening)
      if (turn !== latest) return
      if (visit.kind === 'redirect') return await redirect(url, visit.to, write)
      if (fresh) revision++
      write(url)
      shown.value = shownPage(url, visit, revision)
    } catch (cause) {
      clearTimeout(opening)
      // After an update only the server knows the new file names. Offline, a reload would gain nothing.
      if (turn === latest && cause instanceof PageCodeError && navigator.onLine) return location.assign(url)
      reportError(cause)
      if (turn !== latest || !isOpening()) return
      const code = navigator.onLine ? 'ERR_PAGE' : 'ERR_NETWORK'
      shown.value = shownPage(url, { kind: 'problem', problem: { kind: 'failure', code } }, revision)
    } finally {
      if (turn === latest) pending.value = undefined
    }
  }

  function isShownRoute({ pathname }: URL) {
    const { visit } = shown.value
    return visit.kind === 'page' && visit.match.route === findRoute(routes, pathname)?.route
  }

  /** Replaces a page that another route's page will replace. A page of the same route stays until its data is there. */
  function showOpening(url: URL, write: (target: URL) => void) {
    const match = findRoute(routes, url.pathname)
    if (!match || isShownRoute(url)) return
    write(url)
    shown.value = shownPage(url, { kind: 'opening', match }, revision)
  }

  /** Signing in and out load a new document, so that no data of the previous user stays in memory. */
  async function redirect(from: URL, to: string, record: (target: URL) => void) {
    const target = new URL(to, from)
    const audience = findRoute(routes, target.pathname)?.route.audience
    if (audience !== 'private') return location.assign(target)
    await show(target, record)
  }

  return { shown, pending, show }
}

function shownPage(url: URL, visit: ShownPage['visit'], revision: number): ShownPage {
  const { pathname: path, search } = url
  const mounted = visit.kind === 'page' && visit.match.route.keepMounted ? visit.match.route.path : path
  return {
    path,
    search: search.slice(1),
    visit,
    key: `${revision} ${visit.kind === 'opening' ? 'opening ' : ''}${mounted}`,
  }
}

function createLeaveGuards() {
  const guards = new Set<LeaveGuard>()
  return {
    async mayLeave() {
      for (const question of guards) if (!(await question())) return false
      return true
    },
    add(question: LeaveGuard) {
      guards.add(question)
      return () => void guards.delete(question)
    },
  }
}

/** What a page stores with its entry in the browser's history, for the way back to it. */
export interface HistoryEntry {
  scrollTop: number
  /** Kept up to date until `stop` is called. */
  kept?: { value: unknown; stop: () => void } | undefined
}

interface Followers {
  mayLeave: () => Promise<boolean>
  show: (url: URL) => Promise<void>
  showPart: (url: URL) => void
}

/** How many entries may have something kept up to date. */
const keptMax = 3

/** Tracks the page's position in the browser's history, so that a blocked back navigation can be undone. */
export function createHistoryPosition() {
  let position = 0
  const entries = new Map<number, HistoryEntry & { path: string }>()

  function forget(entry: HistoryEntry) {
    entry.kept?.stop()
    entry.kept = undefined
  }

  function push(url: URL) {
    position++
    // The entries after this one cannot be returned to.
    for (const [at, entry] of entries) {
      if (at >= position && entries.delete(at) && ![...entries.values()].includes(entry)) forget(entry)
    }
    history.pushState({ position }, '', url)
  }

  const replace = (url: URL | string) => history.replaceState({ position }, '', url)

  return {
    replace,
    push,
    /** For the same page with a part of it open: what is stored with its entry counts for both. */
    pushPart(url: URL) {
      const entry = entries.get(position)
      push(url)
      if (entry) entries.set(position, entry)
    },
    entry(path: string): HistoryEntry {
      const known = entries.get(position)
      if (known?.path === path) return known
      if (known) forget(known)
      const entry = { path, scrollTop: 0 }
      entries.set(position, entry)
      const withKept = [...new Set(entries.values())].filter(({ kept }) => kept)
      for (const oldest of withKept.slice(0, -keptMax)) forget(oldest)
      return entry
    },
    /** `show`: if the page may be left. `showPart`: a part of it opens or closes. */
    follow({ mayLeave, show, showPart }: Followers) {
      replace(location.href)
      async function move({ state }: PopStateEvent) {
        const there = positionIn(state)
        if (there === position) return
        const url = new URL(location.href)
        if (!(await mayLeave())) return history.go(position - there)
        const entry = entries.get(position)
        position = there
        if (entry && entries.get(there) === entry) return showPart(url)
        await show(url)
      }
      window.addEventListener('popstate', (event) => void move(event))
    },
  }
}

function positionIn(state: unknown) {
  return typeof state === 'object' && state !== null && 'position' in state ? Number(state.position) : 0
}
