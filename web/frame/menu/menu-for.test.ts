import { expect, test } from 'bun:test'
import { ana, bruno } from '../../../src/page/testing/fixture-server'
import { fixtureRoutes } from '../../../src/page/testing/fixture-routes'
import { links } from '../../app/links'
import { activeHref, menuFor } from './menu-for'

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
  const menu = menuFor(ana, fixtureRoutes)
  expect(activeHref(menu, '/tickets/abc')).toBe('/tickets')
  expect(activeHref(menu, '/')).toBe('/')
  expect(activeHref(menu, '/kanban')).toBe('/Kanban')
  expect(activeHref(menu, '/elsewhere')).toBeUndefined()
})
