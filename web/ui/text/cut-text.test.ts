import { expect, test } from 'bun:test'
import { cutText } from './cut-text'

test.each([
  ['short', 10, 'short'],
  ['exactly ten', 11, 'exactly ten'],
  ['one letter too long', 10, 'one letter…'],
  ['São João da Boa Vista', 9, 'São João…'],
  ['caf\u0065\u0301 com leite', 4, 'caf\u0065\u0301…'],
  ['leite 👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 7, 'leite 👩‍👩‍👧‍👦…'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2, '👩‍👩‍👧‍👦👩‍👩‍👧‍👦…'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2, '👩‍👩‍👧‍👦👩‍👩‍👧‍👦'],
])('%s at %i', (text, max, expected) => {
  expect(cutText(text, max)).toBe(expected)
})
