import type { MenuGroupName } from '../../page/screen'
import type { RouteDefinition, RouteMenu } from '../../page/page-definition'
import { fillPath, matchPath } from '../../page/route-pattern'
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

export function menuFor(user: SessionUser, routes: readonly RouteDefinition[]): MenuGroup[] {
  const entriesOf = (group: MenuGroupName) =>
    routes.flatMap(({ path, menu, access }): MenuEntry[] =>
      menu?.group === group && access(user) === 'allowed' && menu.shownTo?.(user) !== false
        ? [{ ...menu, href: fillPath(path) }]
        : [],
    )
  return groupOrder.map((group) => ({ group, entries: entriesOf(group) })).filter(({ entries }) => entries.length > 0)
}

/** With fewer screens the whole menu is open at first. */
const shortMenuMax = 12
/** The group of the daily work, open at first. */
const firstOpen: MenuGroupName = 'service'

interface ArrangedGroup extends MenuGroup {
  open: boolean
}

/** The menu as a user arranged it: pinned screens apart, and the group of the open screen open. */
export function arrangeMenu(
  menu: readonly MenuGroup[],
  { groups, pinned }: SessionUser['menuChoices'],
  active: string | undefined,
): { pinned: MenuEntry[]; groups: ArrangedGroup[] } {
  const all = menu.flatMap(({ entries }) => entries)
  const isShort = all.length <= shortMenuMax
  const rest = menu.map(({ group, entries }) => ({
    group,
    entries: entries.filter(({ href }) => !pinned.includes(href)),
  }))
  return {
    pinned: pinned.flatMap((href) => all.find((entry) => entry.href === href) ?? []),
    groups: rest
      .filter(({ entries }) => entries.length > 0)
      .map(({ group, entries }) => {
        const chosen = groups[group] ?? (isShort || group === firstOpen)
        return { group, entries, open: chosen || entries.some(({ href }) => href === active) }
      }),
  }
}

/** Returns the entry of the current screen or its parent: `/tickets` for `/tickets/abc`. */
export function activeHref(
  menu: readonly MenuGroup[],
  routes: readonly RouteDefinition[],
  path: string,
): string | undefined {
  const within = routes.find((route) => route.within !== undefined && matchPath(route.path, path))?.within
  const lower = (within ?? path).toLowerCase()
  const holds = (href: string) =>
    lower === href.toLowerCase() || (href !== '/' && lower.startsWith(`${href.toLowerCase()}/`))
  const held = menu.flatMap(({ entries }) => entries.map(({ href }) => href)).filter(holds)
  return held.sort((a, b) => b.length - a.length)[0]
}
