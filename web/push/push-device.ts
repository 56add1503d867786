import type { SessionUser } from '../../src/user/session/session.calls'
import type { ApiClient } from '../api/api-client'
import { objectOf } from '../../src/kernel/untyped-json.contract'
import { isPushDevice, pushDeviceKey } from '../notification/push-device-key'
import { signedInAt } from '../session/session-end'
import { subscribe, subscriptionBody } from './push-subscription'

/** Why this browser gets no notices, or that it may. */
type PushAbility = 'able' | 'blocked' | 'install' | 'unsupported'

type Person = Pick<SessionUser, 'id' | 'companyId'>

interface KnownDevice {
  id: number
  /** Under which sign-in the server got to know it. */
  signedInAt: string | null
}

export function readAbility(): PushAbility {
  const isApple =
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && 'ontouchend' in document)
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  if (isApple && !isInstalled) return 'install'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'able'
}

export const registerWorker = () => navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })

export function knownDevice(person: Person): KnownDevice | undefined {
  if (!isPushDevice(person)) return undefined
  const { id, signedInAt: at } = objectOf(JSON.parse(localStorage.getItem(pushDeviceKey(person)) ?? '{}'))
  return typeof id === 'number' ? { id, signedInAt: typeof at === 'string' ? at : null } : undefined
}

export const forgetDevice = (person: Person) => localStorage.removeItem(pushDeviceKey(person))

/** @throws DOMException of the browser; ApiError */
export async function addDevice(api: ApiClient, person: Person, publicKey: string) {
  const registration = await registerWorker()
  await navigator.serviceWorker.ready
  const subscription = await subscribe(registration, publicKey)
  const device = await api.post('/push/devices', { body: subscriptionBody(subscription) })
  const known: KnownDevice = { id: device.id, signedInAt: signedInAt() }
  localStorage.setItem(pushDeviceKey(person), JSON.stringify(known))
  return device
}

export async function removeDevice(api: ApiClient, person: Person, id: number) {
  await api.delete('/push/devices/:id', { params: { id } })
  if (knownDevice(person)?.id !== id) return
  forgetDevice(person)
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
