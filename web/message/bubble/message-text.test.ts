import { expect, test } from 'bun:test'
import { findPhones } from './message-text'
import { measureProcessor } from '../../../src/testing/clock/processor-time'

const found = (text: string) => findPhones(text).map(({ start, end, number }) => [text.slice(start, end), number])

test.each([
  ['(11) 98888-7777', '5511988887777'],
  ['11 98888-7777', '5511988887777'],
  ['11 9 8888-7777', '5511988887777'],
  ['11988887777', '5511988887777'],
  ['(011) 98888 7777', '5511988887777'],
  ['+55 11 98888-7777', '5511988887777'],
  ['5511988887777', '5511988887777'],
  ['55 (11) 3333-4444', '551133334444'],
  ['(21)3333-4444', '552133334444'],
  ['21 3333-4444', '552133334444'],
  ['551133334444', '551133334444'],
  ['+1 (415) 555-2671', '14155552671'],
  ['+351 912 345 678', '351912345678'],
  ['+447911123456', '447911123456'],
])('%s is %s', (text, number) => {
  expect(found(`Ligue para ${text}, ok?`)).toEqual([[text, number]])
  expect(found(text)).toEqual([[text, number]])
  expect(found(`Tel:${text}.`)).toEqual([[text, number]])
})

test.each([
  '12/05/2026 14:30',
  '2026-11-22 15:30',
  '22-11-2026 1530',
  'R$ 11 98888.7777',
  'R$ 1.234,56',
  '123.456.789-09',
  '11144477735',
  '12.345.678/0001-90',
  '12345678000190',
  '1732212345',
  '1133334444',
  '01310-100',
  '98888-7777',
  '******77',
  'pedido 20 98888-7777',
  'A11988887777',
  '119888877771',
  '7891234567895',
  '#11988887777',
  '+1234567',
  '0800 123 4567',
  'código 34191.79001 01043.510047 91020.150008 5 89040000010000',
])('%s is no phone number', (text) => {
  expect(found(text)).toEqual([])
})

test('finds several', () => {
  expect(found('(11) 98888-7777 / 11 97777-6666').map(([, number]) => number)).toEqual([
    '5511988887777',
    '5511977776666',
  ])
})

test.each(['1'.repeat(60_000), '+1 '.repeat(20_000), '(11) '.repeat(12_000), '11 9'.repeat(15_000)])(
  'reads hostile text in time',
  (text) => {
    const tookMs = measureProcessor()
    findPhones(text)
    expect(tookMs()).toBeLessThan(200)
  },
)
