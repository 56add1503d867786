import type { ComponentType } from 'react'
import type { ApiClient } from '../api-client'
import type { SessionUser } from '../../src/user/session.contract'
import type { PathParams } from './route-pattern'

/** What a page component is given. Models of the page are built from `data` when it mounts. */
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
}

/**
 * Runs on the server for the first page and in the browser for the next ones; may be told what the same route shows now
 * (`previous`), to load only what differs. Throws `PageRedirect` to show another page instead.
 */
export type Loader<Data, Params = Record<string, string>> = (
  api: ApiClient,
  params: Params,
  query: URLSearchParams,
  session: PageSession,
  previous?: Data,
) => Promise<Data>

/** `role`: this person may not. `plan`: the company's plan does not include it. */
export type Access = 'allowed' | 'role' | 'plan'

export interface RouteDefinition {
  path: string
  /** Public pages are for those who are not signed in, and stand without the main layout. */
  audience: 'public' | 'private'
  access: (user: SessionUser) => Access
  page: () => Promise<PageView<unknown>>
  load: Loader<unknown> | undefined
  /** True: going from one path of the route to another keeps the page mounted and only changes its props. */
  keepMounted: boolean
  /** True: nothing stands here, whoever comes is sent on. No menu leads to it. */
  isRedirect: boolean
}

interface RouteOptions<Path extends string, Data> {
  path: Path
  audience?: 'public' | 'private'
  access?: (user: SessionUser) => Access
  page: () => Promise<{ page: ComponentType<PageProps<Data, PathParams<Path>>> }>
  keepMounted?: boolean
}

/** Declares one page; the type of its data follows from its loader. */
export function route<const Path extends string, Data = undefined>(
  options: RouteOptions<Path, Data> & { load?: Loader<Data, PathParams<Path>> },
): RouteDefinition {
  return {
    path: options.path,
    audience: options.audience ?? 'private',
    access: options.access ?? (() => 'allowed'),
    page: options.page as RouteDefinition['page'],
    load: options.load as RouteDefinition['load'],
    keepMounted: options.keepMounted ?? false,
    isRedirect: false,
  }
}

/** An address that only leads to another. */
export function redirectRoute(path: string, to: string): RouteDefinition {
  const load = () => Promise.reject(new PageRedirect(to))
  const page = () => Promise.resolve({ page: () => null })
  return { path, audience: 'private', access: () => 'allowed', page, load, keepMounted: false, isRedirect: true }
}

/** Thrown by a loader: show the page at `to` instead. */
export class PageRedirect extends Error {
  constructor(readonly to: string) {
    super(`Go to ${to}`)
  }
}
