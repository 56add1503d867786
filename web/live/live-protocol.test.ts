import { expect, test } from 'bun:test'
import { frameIdentity } from './live-protocol'

const frame = (number: number, user: object, action = 'update') => ({
  event: 'company-1-user',
  number,
  data: { action, user },
})

test('the same news twice is one; its short and its whole form, another action or another number are not', () => {
  const short = frameIdentity(frame(7, { id: 1, name: 'Ana' }))
  expect(frameIdentity(frame(7, { id: 1, name: 'Ana' }))).toBe(short)
  expect(frameIdentity(frame(7, { id: 1, name: 'Ana', email: 'ana@acme.test' }))).not.toBe(short)
  expect(frameIdentity(frame(7, { id: 1, name: 'Ana' }, 'create'))).not.toBe(short)
  expect(frameIdentity(frame(8, { id: 1, name: 'Ana' }))).not.toBe(short)
})

test('what has no number is never taken for a repetition', () => {
  expect(frameIdentity({ event: 'company-1-presence', data: {} })).toBeUndefined()
})
