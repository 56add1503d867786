import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

export interface ReadPhone {
  /** With the country code. */
  digits: string
  /** ISO 3166; undefined for numbers that belong to no single country. */
  country: string | undefined
  /** Written internationally. */
  text: string
}

/**
 * Reads a phone number as a person types it: with `+` or `00` as it is, otherwise as one of the given country, then as one that begins
 * with its country's code. Undefined when it is no whole number. The library knows the numbers of all countries, which takes 50 KB
 * gzip, so this module is loaded where a number is typed.
 */
export function readPhone(typed: string, own: string): ReadPhone | undefined {
  const digits = typed.replace(/\D/g, '')
  if (/^\s*(\+|00)/.test(typed)) return possible(digits.replace(/^00/, ''))
  const country: CountryCode = isSupportedCountry(own) ? own : 'BR'
  const national = parsePhoneNumberFromString(typed, country)
  if (national?.isValid()) return present(national)
  const international = parsePhoneNumberFromString(`+${digits}`)
  if (international?.isValid()) return present(international)
  // Such as an older mobile number, which the numbering plan no longer contains.
  return digits.startsWith(getCountryCallingCode(country)) ? possible(digits) : undefined
}

function possible(digits: string) {
  const found = parsePhoneNumberFromString(`+${digits}`)
  return found?.isPossible() ? present(found) : undefined
}

type Found = NonNullable<ReturnType<typeof parsePhoneNumberFromString>>

function present(found: Found): ReadPhone {
  return { digits: found.number.slice(1), country: found.country, text: found.formatInternational() }
}
