import { randomBytes } from 'node:crypto'

export function newProviderId() {
  return `3EB0${randomBytes(9).toString('hex').toUpperCase()}`
}

const notificationMark = '3EB0A5A5A5'

/** They belong to no conversation; the form tells them in later events. */
export function newNotificationId() {
  return `${notificationMark}${randomBytes(6).toString('hex').toUpperCase()}`
}

export function isNotificationId(providerId: string) {
  return providerId.startsWith(notificationMark)
}
