import { expect, test } from 'bun:test'
import { checkScreens, entryErrors, namedCodes, namedFieldErrors, pageErrors } from './check-screens'
import { root } from '../set-up'

const entry = (page: string) =>
  `export const shelvesScreen: Screen = {\n  page: lazyPage(() => import('./${page}')),\n}\n`
const product = {
  'web/shelf/shelves-page.tsx': 'export function page() {}',
  'web/shelf/shelves.screen.ts': entry('shelves-page'),
  'web/screens.ts': 'export const screens = {\n  shelves: shelvesScreen,\n}',
}
const sources = (changed: Record<string, string> = {}) => new Map(Object.entries({ ...product, ...changed }))

test('reports a page without an entry, and two pages with the same file name', () => {
  expect(pageErrors(sources())).toEqual([])
  expect(pageErrors(sources({ 'web/shelf/shelves.screen.ts': '' }))).toEqual([
    'web/shelf/shelves-page.tsx: no entry in web/screens.ts fetches this page',
  ])
  expect(pageErrors(sources({ 'web/box/shelves-page.tsx': product['web/shelf/shelves-page.tsx'] }))).toHaveLength(2)
})

test('reports an entry without its page, and one that is not listed', () => {
  expect(entryErrors(sources())).toEqual([])
  expect(entryErrors(sources({ 'web/shelf/shelves.screen.ts': entry('boxes-page') }))).toEqual([
    'web/shelf/shelves.screen.ts: the entry has no page in its folder',
  ])
  expect(entryErrors(sources({ 'web/screens.ts': '' }))).toEqual([
    'web/shelf/shelves.screen.ts: shelvesScreen is not listed in web/screens.ts',
  ])
})

test('finds error codes and field errors at their declaration and their use', () => {
  const found = sources({
    'src/kernel/errors.ts': 'export const errorStatus = {\n  ERR_NO_SHELF_FOUND: 404,\n}',
    'src/shelf/shelf.commands.ts': `refuse('ERR_SHELF_FULL', { fields: { name: 'shelfFull' } })`,
    'src/shelf/shelf.contract.ts': `v.pipe(v.string(), v.maxLength(30, 'shelfTooLong'))`,
  })
  expect(namedCodes(found).sort()).toEqual(['ERR_NO_SHELF_FOUND', 'ERR_SHELF_FULL'])
  expect(namedFieldErrors(found).sort()).toEqual(['shelfFull', 'shelfTooLong'])
})

test('the product passes', async () => {
  expect(await checkScreens(root)).toEqual([])
})
