import { expect, test } from 'bun:test'
import { frameIdentity, parseFrame } from './live-line'

function identityOf(number: number | undefined, user: object, action = 'update') {
  const text = JSON.stringify({ event: 'company-1-user', number, data: { action, user } })
  const frame = parseFrame(text)
  if (!frame) throw new Error('That was no frame')
  return frameIdentity(frame, text)
}

test('recognises a repeated frame, but not another action, state, number or form', () => {
  const short = identityOf(7, { id: 1, name: 'Ana' })
  expect(identityOf(7, { id: 1, name: 'Ana' })).toBe(short)
  expect(identityOf(7, { id: 1, name: 'Ana', email: 'ana@acme.test' })).not.toBe(short)
  expect(identityOf(7, { id: 1, name: 'Ana' }, 'create')).not.toBe(short)
  expect(identityOf(7, { id: 1, name: 'Bia' })).not.toBe(short)
  expect(identityOf(8, { id: 1, name: 'Ana' })).not.toBe(short)
})

test('never treats a frame without a number as a repetition', () => {
  expect(identityOf(undefined, { id: 1 })).toBeUndefined()
})
