import { expect, test } from 'bun:test'
import { amountText, readNumberText } from './number-input'

test('reads numbers with either decimal separator, and with grouped digits', () => {
  const read: [string, number][] = [
    ['1500', 1500],
    ['10,50', 10.5],
    ['10.5', 10.5],
    ['1.500', 1500],
    ['1.500,00', 1500],
    ['1,500.25', 1500.25],
    ['-1.234.567,8', -1_234_567.8],
    ['0.700', 0.7],
    ['0,05', 0.05],
  ]
  expect(read.map(([text]) => [text, readNumberText(text)])).toEqual(read)
  for (const text of ['-', '1,2,3', '1.2,3.4']) expect(readNumberText(text)).toBeNaN()
})

test('writes amounts with two decimals', () => {
  expect([0, 10.5, 1500].map(amountText)).toEqual(['0,00', '10,50', '1500,00'])
})
