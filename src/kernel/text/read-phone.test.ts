import { expect, test } from 'bun:test'
import { readPhone } from './read-phone.contract'

test('completes numbers of the own country and leaves those of others', () => {
  const read = (typed: string, country = 'BR') => readPhone(typed, country)?.digits
  expect(['11 98888-7777', '(011) 98888-7777', '1133334444'].map((typed) => read(typed))).toEqual([
    '5511988887777',
    '5511988887777',
    '551133334444',
  ])
  // With a country code already, also without plus.
  expect(
    ['5511988887777', '+55 11 98888-7777', '0055 11 98888 7777', '+55 11 8888-7777', '551188887777'].map((t) =>
      read(t),
    ),
  ).toEqual(['5511988887777', '5511988887777', '5511988887777', '551188887777', '551188887777'])
  // These would be Brazilian by their length.
  expect(['56987654321', '14155550100', '351912345678', '+598 99 123 456'].map((typed) => read(typed))).toEqual([
    '56987654321',
    '14155550100',
    '351912345678',
    '59899123456',
  ])
  expect(
    ['8888-7777', '98888-7777', '123', '', 'abc', '120363041234567890', '55******77'].map((typed) => read(typed)),
  ).toEqual(Array(7).fill(undefined))
  expect([read('912 345 678', 'PT'), read('11 98888-7777', 'PT'), read('55 1234 5678', 'MX')]).toEqual([
    '351912345678',
    undefined,
    '525512345678',
  ])
  expect(readPhone('11988887777', 'BR')).toEqual({ digits: '5511988887777', country: 'BR', text: '+55 11 98888 7777' })
  expect(readPhone('9'.repeat(60_000), 'BR')).toBeUndefined()
})
