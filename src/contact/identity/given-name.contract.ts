/** Digits with punctuation, masked, or a placeholder. */
const numberOnly = /^[\d\s().+/-]{8,}$/
const maskedNumber = /^\*{6}\d{2}$/
const placeholder = /^Contato \S{1,4}$/

export function givenName({ name, number }: { name: string; number: string }) {
  const trimmed = name.trim()
  const isName = trimmed !== number && ![numberOnly, maskedNumber, placeholder].some((form) => form.test(trimmed))
  return isName ? trimmed : ''
}

export function firstNameOf(contact: { name: string; number: string }) {
  const words = givenName(contact).split(/\s+/)
  return words.find((word) => /\p{L}/u.test(word)) ?? words[0] ?? ''
}
