import type { ComponentType } from 'react'
import type { ApiClient } from '../api/api-client'
import type { Language } from '../i18n/languages'
import type { Area } from '../i18n/areas'
import type { Texts } from '../i18n/pt'
import type { LucideIcon } from '../ui/icons'
import type { SessionUser } from '../../src/user/session/session.calls'
import type { RememberedChoice } from '../session/remembered-choice'
import type { PathParams } from './route-pattern'

/** Props of a page component. Models of the page are created from `data` when it mounts. */
export interface PageProps<Data = undefined, Params = object> {
  data: Data
  params: Params
  query: URLSearchParams
}

export interface PageView<Data> {
  page: ComponentType<PageProps<Data, never>>
}

export interface PageSession {
  user: SessionUser | undefined
  /** Returns a choice stored in this browser, known before the first byte of the page. */
  remembered?: (name: RememberedChoice) => string | undefined
}

/** On the server for the first page. `previous`: loads only differences. @throws PageRedirect */
export interface Loader<Data, Params = Record<string, string>> {
  (api: ApiClient, params: Params, query: URLSearchParams, session: PageSession, previous?: Data): Promise<Data>
  /** Loads the loader's code before the page is opened. */
  fetch?: () => Promise<unknown>
}

/** A page's code could not be loaded: after an update its file has another name. */
export class PageCodeError extends Error {}

export function refuseCode(cause: unknown): never {
  throw new PageCodeError('The code of the page could not be loaded', { cause })
}

/** A loader whose code is loaded on the first visit of its page, not with other pages. */
export function lazyLoader<Data, Params>(fetch: () => Promise<Loader<Data, Params>>): Loader<Data, Params> {
  const load: Loader<Data, Params> = async (...requested) => {
    const loadData = await fetch().catch((cause: unknown) => {
      throw new PageCodeError('The loader of the page could not be loaded', { cause })
    })
    return loadData(...requested)
  }
  load.fetch = fetch
  return load
}

/** `role`: may not. `plan`: not included. `platform`, `inbox`: for operators; with a message, or at once to the inbox. */
export type Access = 'allowed' | 'role' | 'plan' | 'platform' | 'inbox'

/** Further code that the first render of some addresses needs. */
export interface PagePart {
  /** The source relative to `web`, without extension, so that the document can reference its file. */
  source: string
  /** Hydrated after the rest of the page. Listed last, so that its file is requested last. */
  isLater?: boolean
  fetch: () => Promise<unknown>
}

export type LoadedData = 'records' | 'agents'

export interface RouteDefinition {
  path: string
  /** Public pages are for signed-out users, and those for anyone also for signed-in ones; both have no main layout. */
  audience: 'public' | 'anyone' | 'private'
  isSecret: boolean
  access: (user: SessionUser) => Access
  page: () => Promise<PageView<unknown>>
  parts: (params: Record<string, string>) => readonly PagePart[]
  load: Loader<unknown> | undefined
  loads?: LoadedData
  texts: readonly Area[]
  /** Navigation between paths of the route keeps the page mounted and only changes its props. */
  keepMounted: boolean
  /** The first paint does without the styles of other screens and the texts of errors, which load after it. */
  startsLight: boolean
  /** How long its notices are shown, if not as long as on other screens. */
  toastMs?: number | undefined
  title?: Readonly<Record<Language, string>> | undefined
  menu?: RouteMenu | undefined
  /** The path of the screen whose menu entry marks it, where its own path does not begin with that one. */
  within?: string | undefined
}

export interface RouteMenu {
  group: keyof Texts['frame']['groups']
  icon: LucideIcon
  title: Readonly<Record<Language, string>>
  shortcut?: string | undefined
  add?: Readonly<Record<Language, string>> | undefined
  views?: readonly {
    query: string
    title: Readonly<Record<Language, string>>
    shownTo?: (user: SessionUser) => boolean
  }[]
  shownTo?: (user: SessionUser) => boolean
}

interface RouteOptions<Path extends string, Data> {
  path: Path
  audience?: 'public' | 'anyone' | 'private'
  isSecret?: boolean
  access?: (user: SessionUser) => Access
  page: () => Promise<{ page: ComponentType<PageProps<Data, PathParams<Path>>> }>
  parts?: (params: PathParams<Path>) => readonly PagePart[]
  texts?: readonly Area[]
  keepMounted?: boolean
  startsLight?: boolean
  menu?: RouteMenu
  within?: string
}

export function route<const Path extends string, Data = undefined>(
  options: RouteOptions<Path, Data> & { load?: Loader<Data, PathParams<Path>> },
): RouteDefinition {
  return {
    path: options.path,
    audience: options.audience ?? 'private',
    isSecret: options.isSecret ?? false,
    access: options.access ?? (() => 'allowed'),
    page: options.page as RouteDefinition['page'],
    load: options.load as RouteDefinition['load'],
    parts: (options.parts as RouteDefinition['parts'] | undefined) ?? (() => []),
    texts: options.texts ?? [],
    keepMounted: options.keepMounted ?? false,
    startsLight: options.startsLight ?? false,
    title: options.menu?.title,
    menu: options.menu,
    within: options.within,
  }
}

/** Thrown by a loader to show the page at `to` instead. */
export class PageRedirect extends Error {
  constructor(readonly to: string) {
    super(`Go to ${to}`)
  }
}
