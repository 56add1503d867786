import { randomBytes } from 'node:crypto'

/** The form in which WhatsApp Web itself names what it sends: `3EB0` and 18 hexadecimal digits. */
export function newProviderId() {
  return `3EB0${randomBytes(9).toString('hex').toUpperCase()}`
}

const notificationMark = '3EB0A5A5A5'

/** Of words to a colleague's phone, which stand in no conversation: told by it when the provider speaks of them. */
export function newNotificationId() {
  return `${notificationMark}${randomBytes(6).toString('hex').toUpperCase()}`
}

export function isNotificationId(providerId: string) {
  return providerId.startsWith(notificationMark)
}
