import { randomBytes } from 'node:crypto'

/** The form in which WhatsApp Web itself names what it sends: `3EB0` and 18 hexadecimal digits. */
export function newProviderId() {
  return `3EB0${randomBytes(9).toString('hex').toUpperCase()}`
}
