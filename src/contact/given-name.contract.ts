/** Digits with what people write between them, a masked number, or the placeholder for somebody who told nothing. */
const numberOnly = /^[\d\s().+/-]{8,}$/
const maskedNumber = /^\*{6}\d{2}$/
const placeholder = /^Contato \S{1,4}$/

/** The name a person is known by; empty where nothing but a number or a placeholder stands for it. */
export function givenName({ name, number }: { name: string; number: string }) {
  const trimmed = name.trim()
  const isName = trimmed !== number && ![numberOnly, maskedNumber, placeholder].some((form) => form.test(trimmed))
  return isName ? trimmed : ''
}

/** What somebody is called in a greeting. */
export function firstNameOf(contact: { name: string; number: string }) {
  const words = givenName(contact).split(/\s+/)
  return words.find((word) => /\p{L}/u.test(word)) ?? words[0] ?? ''
}
