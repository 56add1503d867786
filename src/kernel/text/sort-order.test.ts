import { expect, test } from 'bun:test'
import { byKey, byName } from './sort-order.contract'

test('orders by folded name or by key, and what is equal by id', () => {
  const rows = [
    { id: 4, name: 'Óscar' },
    { id: 2, name: 'Pia' },
    { id: 3, name: 'oscar' },
    { id: 1, name: 'Pia' },
  ]
  expect(rows.toSorted(byName).map(({ id }) => id)).toEqual([3, 4, 1, 2])
  expect(rows.toSorted(byKey(({ name }) => name)).map(({ id }) => id)).toEqual([1, 2, 3, 4])
})
