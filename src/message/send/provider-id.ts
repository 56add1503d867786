import { randomBytes } from 'node:crypto'

/** Returns an id in the format of WhatsApp Web: `3EB0` and 18 hexadecimal digits. */
export function newProviderId() {
  return `3EB0${randomBytes(9).toString('hex').toUpperCase()}`
}

const notificationMark = '3EB0A5A5A5'

/**
 * Returns an id for notifications to colleagues' phones, which belong to no conversation. Its form identifies them in
 * later provider events.
 */
export function newNotificationId() {
  return `${notificationMark}${randomBytes(6).toString('hex').toUpperCase()}`
}

export function isNotificationId(providerId: string) {
  return providerId.startsWith(notificationMark)
}
