/** Eight digits starting with 6 to 9. */
const brazilianMobileWithoutNinth = /^55([1-9]\d)([6-9]\d{7})$/

export function digitsOf(text: string) {
  return text.replace(/\D/g, '')
}

/** Digits with country code. Providers omit the 9 that Brazil added to mobile numbers in older accounts. Only for comparing. */
export function phoneKey(number: string) {
  return digitsOf(number).replace(brazilianMobileWithoutNinth, '55$19$2')
}

/** Brazilian mobiles with and without the ninth digit. */
export function phoneSpellings(number: string) {
  const key = phoneKey(number)
  return [...new Set([digitsOf(number), key, key.replace(/^55([1-9]\d)9([6-9]\d{7})$/, '55$1$2')])]
}

export function isSamePhone(one: string, other: string) {
  return one !== '' && phoneKey(one) === phoneKey(other)
}
