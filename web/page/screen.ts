import type { Language } from '../i18n/languages'
import type { Area } from '../i18n/areas'
import type { Texts } from '../i18n/pt'
import type { SessionUser } from '../../src/user/session/session.calls'
import type { LucideIcon } from '../ui/icons'
import {
  lazyLoader,
  type Access,
  type LoadedData,
  type Loader,
  type PageView,
  type RouteDefinition,
} from './page-definition'
import type { PageProps, PagePart } from './page-definition'
import { fillPath, type PathParams } from './route-pattern'
import type { ComponentType } from 'react'

export type MenuGroupName = keyof Texts['frame']['groups']
/** A tab of a screen. The query is that of its address, such as `tab=nps`. */
interface ScreenView {
  query: string
  title: ScreenTitle
  shownTo?: (user: SessionUser) => boolean
}

type ScreenTitle = Readonly<Record<Language, string>>

/** Listed in `web/screens.ts`, it has its route, menu entry and commands. With parameters annotate its path. */
export interface Screen<Path extends string = string> {
  path: Path
  title: ScreenTitle
  access: (user: SessionUser) => Access
  /** Label of the palette's command that opens the form for adding a record; for screens of the records kit. */
  add?: ScreenTitle
  views?: readonly ScreenView[]
  /** Omitted when it is not in the menu. */
  menu?: MenuGroupName | undefined
  /** False hides the menu entry of a screen that is open to the user, such as an empty one. */
  inMenu?: (user: SessionUser) => boolean
  within?: string
  icon: LucideIcon
  /** Keyboard shortcut that opens it, such as `g t`. */
  shortcut?: string
  texts?: readonly Area[]
  toastMs?: number
  /** Titles the error page if loading fails; a general title by default. */
  loads?: LoadedData
  page: LazyPage<PathParams<Path>>
  parts?: (params: PathParams<Path>) => readonly PagePart[]
  keepMounted?: boolean
  startsLight?: boolean
}

/** A page and the loader of its data, each loaded separately. `Params` is what both read from the path. */
interface LazyPage<Params> {
  fetch: () => Promise<PageView<unknown>>
  load: Loader<unknown, Params> | undefined
}

/** A page's module. `load` fetches the page's data, on the server and in the browser. */
interface PageModule<Params, Data> {
  page: ComponentType<PageProps<Data, Params>>
  load?: Loader<Data, Params>
}

/** Checks the loader's type. A loader in its own module starts before a large page. */
export function lazyPage<Params, Data = undefined>(
  fetch: () => Promise<PageModule<Params, Data>>,
  load: () => Promise<Loader<Data, Params>> = async () => (await fetch()).load ?? noData,
): LazyPage<Params> {
  return { fetch: fetch as LazyPage<Params>['fetch'], load: lazyLoader(load) as LazyPage<Params>['load'] }
}

const noData = async () => undefined as never

export type AnyScreen = Omit<Screen, 'page' | 'parts'> & {
  page: LazyPage<never>
  parts?: (params: never) => readonly PagePart[]
}

export function screenRoute({
  page,
  parts,
  menu,
  inMenu,
  icon,
  title,
  shortcut,
  add,
  views = [],
  ...screen
}: AnyScreen): RouteDefinition {
  return {
    audience: 'private',
    isSecret: false,
    keepMounted: false,
    startsLight: false,
    texts: [],
    ...screen,
    title,
    page: page.fetch,
    load: page.load as RouteDefinition['load'],
    parts: (parts as RouteDefinition['parts'] | undefined) ?? (() => []),
    menu: menu && { group: menu, icon, title, shortcut, add, views, shownTo: inMenu ?? (() => true) },
  }
}

type LinkOf<Params> = object extends Params ? (params?: Params) => string : (params: LinkParams<Params>) => string
type LinkParams<Params> = { readonly [Name in keyof Params]: Params[Name] | number }

/** The address of each screen: `links.queues()`, `links.contactList({ id: 3 })`. */
type ScreenLinks<Paths extends Record<string, string>> = {
  readonly [Name in keyof Paths]: LinkOf<PathParams<Paths[Name]>>
}

export function linksOf<Paths extends Record<string, string>>(paths: Paths): ScreenLinks<Paths> {
  const links = Object.entries(paths).map(([name, path]) => [name, (params?: object) => fillPath(path, params)])
  return Object.fromEntries(links) as ScreenLinks<Paths>
}
