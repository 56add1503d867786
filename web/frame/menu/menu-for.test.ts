import { expect, test } from 'bun:test'
import { ana, bruno } from '../../../src/page/testing/fixture-server'
import { fixtureRoutes } from '../../../src/page/testing/fixture-routes'
import { links } from '../../app/links'
import { screens } from '../../screens'
import { fillPath } from '../../page/route-pattern'
import { routes } from '../../routes'
import { activeHref, arrangeMenu, menuFor } from './menu-for'

const hrefs = (user: typeof ana) =>
  menuFor(user, fixtureRoutes).flatMap(({ entries }) => entries.map(({ href }) => href))

test('lists exactly the screens with a position in the menu', () => {
  expect(hrefs(ana)).toContain('/contacts')
  expect(hrefs(ana)).toContain('/tickets')
  expect(hrefs(ana)).not.toContain('/moved')
})

test('has a link for every screen', () => {
  expect(links.queues()).toBe('/queues')
  expect(links.tickets()).toBe('/tickets')
  expect(links.tickets({ uuid: 'a b' })).toBe('/tickets/a%20b')
  expect(links.chat('abc')).toBe('/chats/abc')
})

test('hides screens that role or plan forbid', () => {
  expect(hrefs(bruno)).not.toContain('/settings')
  expect(hrefs(ana)).toContain('/settings')
  expect(hrefs(ana)).not.toContain('/companies')
  expect(hrefs({ ...ana, super: true })).toContain('/companies')
  expect(hrefs({ ...ana, plan: { ...ana.plan, useKanban: false } })).not.toContain('/Kanban')
})

test('omits groups without entries', () => {
  expect(menuFor(bruno, fixtureRoutes).map(({ group }) => group)).not.toContain('platform')
})

test('marks the entry of the current screen', () => {
  const menu = menuFor(ana, routes)
  const active = (path: string) => activeHref(menu, routes, path)
  expect(active('/tickets/abc')).toBe('/tickets')
  expect(active('/')).toBe('/')
  expect(active('/kanban')).toBe('/Kanban')
  expect(active('/campaigns/suppressions')).toBe('/campaigns')
  expect(active('/elsewhere')).toBeUndefined()
})

test('marks the entry of the list from which a screen is opened', () => {
  const menu = menuFor({ ...ana, super: true }, routes)
  const marked = (path: string) => activeHref(menu, routes, path)
  expect(marked(links.flow({ id: '3' }))).toBe('/flowbuilders')
  expect(marked(links.campaignReport({ id: '3' }))).toBe('/campaigns')
  // Her menu does not lead there.
  const unmarked = Object.values(screens).filter(({ path }) => marked(fillPath(path, { id: 3 })) === undefined)
  expect(unmarked.map(({ path }) => path)).toEqual(['/restored', '/financeiro-aberto', '/subscription', '/helps'])
})

test('opens the group of the open screen, the daily work at first, and what was opened by hand', () => {
  const entry = (href: string) => ({ href, title: { pt: href, en: href, es: href }, icon: () => null }) as never
  const group = (name: string, count: number) => ({
    group: name as 'service',
    entries: Array.from({ length: count }, (_, index) => entry(`/${name}${index}`)),
  })
  const menu = [group('service', 5), group('automation', 5), group('administration', 5)]
  const openOf = (choices: { groups: Record<string, boolean>; pinned: string[] }, active?: string, of = menu) =>
    arrangeMenu(of, choices, active)
      .groups.filter(({ open }) => open)
      .map(({ group }) => group as string)
  const none = { groups: {}, pinned: [] }
  expect(openOf(none)).toEqual(['service'])
  expect(openOf(none, '/administration3')).toEqual(['service', 'administration'])
  expect(openOf({ groups: { service: false, automation: true }, pinned: [] })).toEqual(['automation'])
  expect(openOf({ groups: { administration: false }, pinned: [] }, '/administration3')).toEqual([
    'service',
    'administration',
  ])
  // A short menu needs no groups to be closed.
  expect(openOf(none, undefined, [group('service', 3), group('automation', 2)])).toEqual(['service', 'automation'])
  const pinned = ['/automation2', '/unknown', '/service0']
  const arranged = arrangeMenu([...menu, group('finance', 0)], { groups: {}, pinned }, '/automation2')
  expect(arranged.pinned.map(({ href }) => href)).toEqual(['/automation2', '/service0'])
  expect(arranged.groups.map(({ entries, open }) => [entries.length, open])).toEqual([
    [4, true],
    [4, false],
    [5, false],
  ])
})
