/** Local part of a Brazilian mobile before the ninth digit: eight digits starting with 6 to 9. */
const brazilianMobileWithoutNinth = /^55([1-9]\d)([6-9]\d{7})$/

export function digitsOf(text: string) {
  return text.replace(/\D/g, '')
}

/**
 * Returns the key by which a phone number identifies a person: digits with country code. Brazil added a 9 to mobile
 * numbers, and providers still use the old form for older accounts, so a +55 number of 12 digits with a mobile's local
 * part gets the same key as its form with 13 digits. Landlines (local part 2 to 5) are unchanged. For comparison only;
 * messages are sent to the provider's form.
 */
export function phoneKey(number: string) {
  return digitsOf(number).replace(brazilianMobileWithoutNinth, '55$19$2')
}

/** Returns the forms that providers may use: Brazilian mobiles with and without the ninth digit. */
export function phoneSpellings(number: string) {
  const key = phoneKey(number)
  return [...new Set([digitsOf(number), key, key.replace(/^55([1-9]\d)9([6-9]\d{7})$/, '55$1$2')])]
}

export function isSamePhone(one: string, other: string) {
  return one !== '' && phoneKey(one) === phoneKey(other)
}
