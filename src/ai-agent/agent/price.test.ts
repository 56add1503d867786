import { expect, test } from 'bun:test'
import { readPrice, writePrice } from './item.contract'

test.each([
  ['1.234,56', 1234.56],
  ['1234.56', 1234.56],
  ['1,234.56', 1234.56],
  ['R$ 1.234,5', 1234.5],
  ['R$\u00a012', 12],
  ['1.234', 1234],
  ['1,234', 1234],
  ['12.345.678', 12_345_678],
  ['0,99', 0.99],
  ['12,', 12],
  ['', undefined],
  ['doze', undefined],
  ['1.2.3', undefined],
  ['1,2345', undefined],
  ['-5', undefined],
  ['1e9', undefined],
])('"%s" is read as %p', (text, price) => {
  expect(readPrice(text)).toBe(price as number)
})

test('formats prices with thousands separators and a decimal comma', () => {
  expect([0, 0.5, 1234.56, 1_234_567, null].map(writePrice)).toEqual(['0,00', '0,50', '1.234,56', '1.234.567,00', ''])
})
