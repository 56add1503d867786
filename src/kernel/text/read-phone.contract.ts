import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

export interface ReadPhone {
  digits: string
  country: string | undefined
  text: string
}

/** With `+` or `00`, else of the given country, else with its code. 50 KB gzip: load it where a number is typed. */
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
