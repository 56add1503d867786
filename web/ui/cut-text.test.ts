import { expect, test } from 'bun:test'
import { cutText } from './cut-text'

test.each([
  ['short', 10, 'short'],
  ['exactly ten', 11, 'exactly ten'],
  ['one letter too long', 10, 'one letter…'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2, '👩‍👩‍👧‍👦👩‍👩‍👧‍👦…'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2, '👩‍👩‍👧‍👦👩‍👩‍👧‍👦'],
])('%s at %i', (text, max, expected) => {
  expect(cutText(text, max)).toBe(expected)
})
