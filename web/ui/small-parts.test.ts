import { expect, test } from 'bun:test'
import { initialsOf } from './display/avatar'
import { readTime } from './field/time-input'
import { commonShift } from './list/use-scroll-anchor'

test('reads a time in any common form', () => {
  expect(['9', '930', '9:3', '09:30', '2359'].map(readTime)).toEqual(['09:00', '09:30', '09:03', '09:30', '23:59'])
  expect(['', '24:00', '12:60', 'abc', '12345'].map(readTime)).toEqual(['', '', '', '', ''])
})

test('makes initials from names of any script, and from numbers', () => {
  expect(
    ['Dona Maria dos Santos', 'ana', '🌻 Flor & Cia', '+55 11 98888-7777', 'محمد عبد', ''].map(initialsOf),
  ).toEqual(['DS', 'A', 'FC', '77', 'مع', '?'])
})

test('measures the common shift of the visible rows', () => {
  const rows = (keys: string) => [...keys].map((key, index) => ({ key, start: index * 10, end: index * 10 + 10 }))
  expect(commonShift(rows('abcd').slice(1), rows('xabcd'))).toBe(10)
  expect(commonShift(rows('abcd').slice(1), rows('dabc'))).toBe(10)
  expect(commonShift(rows('abcd'), rows('abcd'))).toBe(0)
  expect(commonShift(rows('ab'), rows('xy'))).toBe(0)
})
