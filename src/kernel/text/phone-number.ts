const brazilianMobileWithoutNinth = /^55([1-9]\d)([6-9]\d{7})$/

export function digitsOf(text: string) {
  return text.replace(/\D/g, '')
}

/**
 * The key by which a phone number identifies a person: digits with country code. Brazil added a 9 to mobile numbers and
 * providers still use the old form for older accounts, so both forms have the same key. Only for comparing.
 */
export function phoneKey(number: string) {
  return digitsOf(number).replace(brazilianMobileWithoutNinth, '55$19$2')
}

export function phoneSpellings(number: string) {
  const key = phoneKey(number)
  return [...new Set([digitsOf(number), key, key.replace(/^55([1-9]\d)9([6-9]\d{7})$/, '55$1$2')])]
}

export function isSamePhone(one: string, other: string) {
  return one !== '' && phoneKey(one) === phoneKey(other)
}
