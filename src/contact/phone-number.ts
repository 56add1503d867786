/** Local part of a Brazilian mobile as it was before the ninth digit: eight digits beginning with 6 to 9. */
const brazilianMobileWithoutNinth = /^55([1-9]\d)([6-9]\d{7})$/

/** What is left of a typed or received number when only its digits count. */
export function digitsOf(text: string) {
  return text.replace(/\D/g, '')
}

/**
 * The key under which a phone number is one person: digits only, country first. Brazil put a 9 before its mobile
 * numbers, and providers still name older accounts without it, so +55 numbers of 12 digits whose local part is a
 * mobile's and the same number of 13 digits have one key, the longer. Landlines (local part 2 to 5) stay as they are.
 * It is a key for comparing only: messages are sent to the number in the form the provider uses.
 */
export function phoneKey(number: string) {
  return digitsOf(number).replace(brazilianMobileWithoutNinth, '55$19$2')
}

/** The ways in which providers may write a number: Brazilian mobiles with the ninth digit and without. */
export function phoneSpellings(number: string) {
  const key = phoneKey(number)
  return [...new Set([digitsOf(number), key, key.replace(/^55([1-9]\d)9([6-9]\d{7})$/, '55$1$2')])]
}

export function isSamePhone(one: string, other: string) {
  return one !== '' && phoneKey(one) === phoneKey(other)
}
