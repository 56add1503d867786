import { expect, test } from 'bun:test'
import { type NumberProblem, readNumber } from './read-number.contract'
import { measureProcessor } from '../../testing/clock/processor-time'

test('reads numbers in common notations', () => {
  const numbers: Record<string, string> = {
    '5511988880001': '5511988880001',
    '+55 (11) 98888-0001': '5511988880001',
    '(11) 98888-0001': '5511988880001',
    '011 98888 0001': '5511988880001',
    '1132220001': '551132220001',
    '0055 11 98888-0001': '5511988880001',
    '+1 305 555 1234': '13055551234',
    '13055551234': '13055551234',
    // As long as a Brazilian number, but there is no area code 56.
    '56987654321': '56987654321',
    '+351.912.345.617': '351912345617',
    '5511988880001@s.whatsapp.net': '5511988880001',
  }
  for (const [text, number] of Object.entries(numbers)) expect([text, readNumber(text)]).toEqual([text, { number }])
})

test('explains why a text is not a number', () => {
  const reasons: Record<string, NumberProblem> = {
    '5,51199E+12': 'damagedNumber',
    '5.51199e12': 'damagedNumber',
    '1234567': 'numberTooShort',
    '+': 'numberTooShort',
    '1234567890123456': 'numberTooLong',
    'ligar depois': 'invalidNumber',
    '5511988880001; DROP TABLE': 'invalidNumber',
    '11 98888-0001 / 11 97777-0002': 'numberTooLong',
  }
  for (const [text, reason] of Object.entries(reasons)) expect([text, readNumber(text)]).toEqual([text, { reason }])
})

test('refuses a very long text quickly', () => {
  for (const part of ['1', '1,', '(', ' ', 'E+', '1E']) {
    const tookMs = measureProcessor()
    expect(readNumber(part.repeat(60_000))).toHaveProperty('reason')
    expect(tookMs()).toBeLessThan(200)
  }
})
