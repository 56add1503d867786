import type { Texts } from '../i18n/pt'
import { links } from '../app/links'
import type { RouteDefinition } from '../page/page-definition'
import { findRoute } from '../page/resolve-page'
import type { SessionUser } from '../../src/user/session.contract'

export type ScreenName = keyof Texts['frame']['screens']
export type MenuGroupName = keyof Texts['frame']['groups']

export interface MenuEntry {
  screen: ScreenName
  href: string
}

export interface MenuGroup {
  group: MenuGroupName
  entries: MenuEntry[]
}

const screens: Record<MenuGroupName, readonly ScreenName[]> = {
  management: ['dashboard', 'moments', 'reports'],
  service: ['tickets', 'kanban', 'chats', 'todoList'],
  relationship: ['contacts', 'quickMessages', 'schedules', 'tags', 'kanbanTags', 'files', 'helps'],
  campaigns: ['campaigns', 'contactLists', 'campaignSettings'],
  automation: ['flows', 'phrases', 'agents', 'prompts', 'providers', 'integrations', 'messagesApi'],
  administration: ['connections', 'queues', 'users', 'settings'],
  finance: ['finance'],
  platform: ['companies', 'allConnections', 'announcements'],
}

/** The menu of one person: what the routes table holds and lets this person and the company's plan see. */
export function menuFor(user: SessionUser, routes: readonly RouteDefinition[]): MenuGroup[] {
  const mayOpen = (screen: ScreenName) => {
    const route = findRoute(routes, links[screen]())?.route
    return route?.access(user) === 'allowed'
  }
  return Object.entries(screens)
    .map(([group, names]) => ({
      group: group as MenuGroupName,
      entries: names.filter(mayOpen).map((screen) => ({ screen, href: links[screen]() })),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** The entry whose screen is shown, or holds what is shown: `/tickets` for `/tickets/abc`. */
export function activeHref(menu: readonly MenuGroup[], path: string): string | undefined {
  const lower = path.toLowerCase()
  const holds = (href: string) =>
    lower === href.toLowerCase() || (href !== '/' && lower.startsWith(`${href.toLowerCase()}/`))
  const held = menu.flatMap(({ entries }) => entries.map(({ href }) => href)).filter(holds)
  return held.sort((a, b) => b.length - a.length)[0]
}
