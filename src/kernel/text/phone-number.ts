const brazilianMobileWithoutNinth = /^55([1-9]\d)([6-9]\d{7})$/

export function digitsOf(text: string) {
  return text.replace(/\D/g, '')
}

/** The same for a Brazilian mobile number with and without its ninth digit, which some providers leave out. For comparing only. */
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
