import { digitsOf, isSamePhone } from '../../kernel/text/phone-number'

/** The person's own is better. */
export function isUnnamed({ name, number }: { name: string; number: string }) {
  return name.trim() === '' || isPlaceholder(name) || name === number || isSamePhone(digitsOnly(name), number)
}

function digitsOnly(name: string) {
  return /^[\d\s()+-]+$/.test(name) ? digitsOf(name) : ''
}

export function placeholderName(address: string) {
  return `Contato ${address.slice(-4)}`
}

export function isPlaceholder(name: string) {
  return /^Contato \S{1,4}$/.test(name)
}
