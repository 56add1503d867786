import { expect, test } from 'bun:test'
import { revertChange } from './revert-change'

test('reverts what was refused, and keeps what changed meanwhile', () => {
  const before = { body: 'um', ack: 1, isEdited: false }
  const changed = { body: 'dois', ack: 1, isEdited: true }
  expect(revertChange(changed, before, changed)).toEqual({ body: 'um', ack: 1, isEdited: false })
  expect(revertChange({ ...changed, ack: 3 }, before, changed)).toEqual({ body: 'um', ack: 3, isEdited: false })
  expect(revertChange({ body: 'três', ack: 3, isEdited: true }, before, changed)).toEqual({
    body: 'três',
    ack: 3,
    isEdited: false,
  })
})
