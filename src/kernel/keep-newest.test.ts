import { expect, test } from 'bun:test'
import { keepNewest } from './keep-newest.contract'

test('drops what was inserted first, beyond the limit only', () => {
  const known = new Set(['a', 'b', 'c', 'd'])
  keepNewest(known, 4)
  expect([...known]).toEqual(['a', 'b', 'c', 'd'])
  keepNewest(known, 2)
  expect([...known]).toEqual(['c', 'd'])
})
