import { expect, test } from 'bun:test'
import { matchPath } from './route-pattern'

test.each([
  ['/', '/', {}],
  ['/tickets/:uuid?', '/tickets', {}],
  ['/tickets/:uuid?', '/tickets/', {}],
  ['/tickets/:uuid?', '/tickets/a%20b', { uuid: 'a b' }],
  ['/tickets/:uuid?', '/tickets/%E0%A4%A', { uuid: '%E0%A4%A' }],
  ['/contact-lists/:id/contacts', '/contact-lists/3/contacts', { id: '3' }],
  ['/Kanban', '/kanban', {}],
])('%s fits %s', (pattern, path, params) => {
  expect(matchPath(pattern, path)).toEqual(params)
})

test.each([
  ['/', '/tickets'],
  ['/tickets/:uuid', '/tickets'],
  ['/tickets/:uuid?', '/tickets/a/b'],
  ['/contact-lists/:id/contacts', '/contact-lists/3'],
])('%s does not fit %s', (pattern, path) => {
  expect(matchPath(pattern, path)).toBeUndefined()
})
