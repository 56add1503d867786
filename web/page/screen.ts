import type { Language } from '../i18n/languages'
import type { Area } from '../i18n/areas'
import type { Texts } from '../i18n/pt'
import type { SessionUser } from '../../src/user/session.calls'
import type { LucideIcon } from '../ui/icons'
import { lazyLoader, type Access, type Loader, type PageView, type RouteDefinition } from './page-definition'
import type { PageProps, PagePart } from './page-definition'
import { fillPath, type PathParams } from './route-pattern'
import type { ComponentType } from 'react'

export type MenuGroupName = keyof Texts['frame']['groups']
export type ScreenTitle = Readonly<Record<Language, string>>

/**
 * Everything the product knows about one screen. Its route and its entry in the menu and in the command palette follow from it
 * once it is listed in `web/screens.ts`; its path is one of `screenPaths`, from which its link follows. Annotate entries whose
 * path has parameters with their path: `Screen<typeof screenPaths.ticket>`.
 */
export interface Screen<Path extends string = string> {
  path: Path
  /** Shown in the menu and in the command palette. */
  title: ScreenTitle
  access: (user: SessionUser) => Access
  /** Not in the menu when absent. */
  menu?: MenuGroupName | undefined
  icon: LucideIcon
  /** Keyboard shortcut that opens it, such as `g t`. */
  shortcut?: string
  /** Texts that the page shows and that do not come with every page. */
  texts?: readonly Area[]
  page: LazyPage<PathParams<Path>>
  parts?: (params: PathParams<Path>) => readonly PagePart[]
  /** True: going from one path of the screen to another keeps the page mounted and only changes its props. */
  keepMounted?: boolean
  /** True: its first picture needs no styles but those of the frame and the inbox. */
  laterStyles?: boolean
}

/** A page and the loader of its data, each in code of its own. `Params` is what both read from the path. */
export interface LazyPage<Params> {
  fetch: () => Promise<PageView<unknown>>
  load: Loader<unknown, Params> | undefined
}

/** A page's module. `load` fetches the data of the page, on the server as well as in the browser. */
interface PageModule<Params, Data> {
  page: ComponentType<PageProps<Data, Params>>
  load?: Loader<Data, Params>
}

/**
 * Checks that the loader gives what the page takes. The page's own module may export it as `load`; a loader in a module of its
 * own begins before a large page has come. Without a loader the page gets no data.
 */
export function lazyPage<Params, Data = undefined>(
  fetch: () => Promise<PageModule<Params, Data>>,
  load: () => Promise<Loader<Data, Params>> = async () => (await fetch()).load ?? noData,
): LazyPage<Params> {
  return { fetch: fetch as LazyPage<Params>['fetch'], load: lazyLoader(load) as LazyPage<Params>['load'] }
}

const noData = async () => undefined as never

/** A screen whatever its path. */
export type AnyScreen = Omit<Screen, 'page' | 'parts'> & {
  page: LazyPage<never>
  parts?: (params: never) => readonly PagePart[]
}

export function screenRoute({ page, parts, menu, icon, title, shortcut, ...screen }: AnyScreen): RouteDefinition {
  return {
    audience: 'private',
    keepMounted: false,
    laterStyles: false,
    texts: [],
    ...screen,
    page: page.fetch,
    load: page.load as RouteDefinition['load'],
    parts: (parts as RouteDefinition['parts'] | undefined) ?? (() => []),
    menu: menu && { group: menu, icon, title, shortcut },
  }
}

type LinkOf<Params> = object extends Params ? (params?: Params) => string : (params: LinkParams<Params>) => string
type LinkParams<Params> = { readonly [Name in keyof Params]: Params[Name] | number }

/** The address of each screen: `links.queues()`, `links.contactList({ id: 3 })`. */
export type ScreenLinks<Paths extends Record<string, string>> = {
  readonly [Name in keyof Paths]: LinkOf<PathParams<Paths[Name]>>
}

export function linksOf<Paths extends Record<string, string>>(paths: Paths): ScreenLinks<Paths> {
  const links = Object.entries(paths).map(([name, path]) => [name, (params?: object) => fillPath(path, params)])
  return Object.fromEntries(links) as ScreenLinks<Paths>
}
