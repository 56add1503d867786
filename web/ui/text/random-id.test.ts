import { expect, test } from 'bun:test'
import { randomId } from './random-id'

test('returns different version 4 UUIDs', () => {
  const ids = Array.from({ length: 1000 }, randomId)
  expect(new Set(ids).size).toBe(1000)
  const others = ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))
  expect(others).toEqual([])
})
