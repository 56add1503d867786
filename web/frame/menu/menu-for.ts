import type { MenuGroupName } from '../../page/screen'
import type { RouteDefinition, RouteMenu } from '../../page/page-definition'
import { fillPath } from '../../page/route-pattern'
import type { SessionUser } from '../../../src/user/session/session.calls'

export interface MenuEntry extends Omit<RouteMenu, 'group'> {
  href: string
}

interface MenuGroup {
  group: MenuGroupName
  entries: MenuEntry[]
}

const groupOrder: readonly MenuGroupName[] = [
  'management',
  'service',
  'relationship',
  'campaigns',
  'automation',
  'administration',
  'finance',
  'platform',
]

/** Returns the user's menu: the screens that user and plan allow. */
export function menuFor(user: SessionUser, routes: readonly RouteDefinition[]): MenuGroup[] {
  const entriesOf = (group: MenuGroupName) =>
    routes.flatMap(({ path, menu, access }): MenuEntry[] =>
      menu?.group === group && access(user) === 'allowed' && menu.shownTo?.(user) !== false
        ? [{ ...menu, href: fillPath(path) }]
        : [],
    )
  return groupOrder.map((group) => ({ group, entries: entriesOf(group) })).filter(({ entries }) => entries.length > 0)
}

/** Returns the entry of the current screen or its parent: `/tickets` for `/tickets/abc`. */
export function activeHref(menu: readonly MenuGroup[], path: string): string | undefined {
  const lower = path.toLowerCase()
  const holds = (href: string) =>
    lower === href.toLowerCase() || (href !== '/' && lower.startsWith(`${href.toLowerCase()}/`))
  const held = menu.flatMap(({ entries }) => entries.map(({ href }) => href)).filter(holds)
  return held.sort((a, b) => b.length - a.length)[0]
}
