import { expect, test } from 'bun:test'
import { initialsOf } from './display/avatar'
import { readTime, separateTime } from './field/time-input'
import { commonShift } from './list/virtual-list'

test('reads a time in any common form', () => {
  expect(['9', '930', '9:3', '09:30', '2359'].map(readTime)).toEqual(['09:00', '09:30', '09:03', '09:30', '23:59'])
  expect(['', '24:00', '12:60', 'abc', '12345'].map(readTime)).toEqual(['', '', '', '', ''])
})

/** Types one character after the other, as into the input. */
const typeTime = (text: string) => [...text].reduce((before, character) => separateTime(before + character, before), '')

test('separates hours and minutes, however a time is typed', () => {
  const typed = ['1800', '18:00', '18::00', '930', '9:30', '8:5', '18h30', '18.30', '180055', '2500', '25:00']
  expect(typed.map(typeTime).map(readTime)).toEqual([
    ...['18:00', '18:00', '18:00', '09:30', '09:30', '08:05', '18:30', '18:30', '18:00', '', ''],
  ])
  const pasted = [' 18:30 ', '18:30:00', '1830', '18h30', '2026-01-01']
  expect(pasted.map((text) => separateTime(text, '09:00'))).toEqual(['18:30', '18:30', '1830', '18:30', '09:00'])
  // Deleted or replaced in the middle, and one digit too many.
  expect(['1800', '1:00', '18:0', '18', ''].map((text) => separateTime(text, '18:00'))).toEqual([
    ...['1800', '1:00', '18:0', '18', ''],
  ])
  expect(separateTime('118:00', '18:00')).toBe('18:00')
  expect(separateTime('18:', '18')).toBe('18:')
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
