import * as v from 'valibot'
import { cleanName } from './name-text.contract'

/** Limits of digits of a phone number with country code (E.164), or without it. */
const digitsMin = 8
const digitsMax = 15
const written = /^[\d\s().+/\p{Pd}]*$/u

const isPhone = (text: string) => {
  const { length } = text.replace(/\D/g, '')
  return written.test(text) && length >= digitsMin && length <= digitsMax
}

const none = v.pipe(v.string(), v.trim(), v.literal(''))

export const PhoneText = v.pipe(
  v.string('required'),
  v.transform(cleanName),
  v.minLength(1, 'required'),
  v.maxLength(40, 'tooLong'),
  v.check(isPhone, 'phone'),
)

export const OptionalPhoneText = v.union([none, PhoneText], 'phone')

export const PhoneDigits = v.pipe(
  OptionalPhoneText,
  v.transform((text) => text.replace(/\D/g, '')),
)
