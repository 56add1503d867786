import { digitsOf, isSamePhone } from './phone-number'

/** Nobody chose the name, so the one the person gives themselves is better. */
export function isUnnamed({ name, number }: { name: string; number: string }) {
  return name.trim() === '' || isPlaceholder(name) || name === number || isSamePhone(digitsOnly(name), number)
}

/** The digits of a name that is nothing but a number; empty for any other name. */
function digitsOnly(name: string) {
  return /^[\d\s()+-]+$/.test(name) ? digitsOf(name) : ''
}

/** The name given to somebody who told neither name nor number. */
export function placeholderName(address: string) {
  return `Contato ${address.slice(-4)}`
}

export function isPlaceholder(name: string) {
  return /^Contato \S{1,4}$/.test(name)
}
