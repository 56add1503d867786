import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { isSamePhone, phoneKey } from './phone-number'
import { PhoneText } from './phone-text.contract'

test('a number has 8 to 15 digits, and nothing but signs between them', () => {
  const isPhone = (text: string) => v.is(PhoneText, text)
  expect([7, 8, 15, 16].map((digits) => isPhone('1'.repeat(digits)))).toEqual([false, true, true, false])
  expect([isPhone('+55 (11) 98888-7777'), isPhone('11 98888 7777 x')]).toEqual([true, false])
})

test('a Brazilian mobile number is the same with and without its ninth digit', () => {
  expect(phoneKey('551188887777')).toBe('5511988887777')
  expect(phoneKey('+55 (11) 98888-7777')).toBe('5511988887777')
  expect(isSamePhone('554799998888', '5547999998888')).toBe(true)
})

test('keeps landlines, other countries and other lengths unchanged', () => {
  for (const number of [
    '551133334444',
    '5511933334444',
    '15551234567',
    '351912345678',
    '55118888777',
    '4915112345678',
  ]) {
    expect(phoneKey(number)).toBe(number)
  }
  expect(isSamePhone('551133334444', '5511933334444')).toBe(false)
  expect(isSamePhone('', '')).toBe(false)
})
