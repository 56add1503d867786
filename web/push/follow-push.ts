import { effect } from '@preact/signals-react'
import type { AppModels } from '../app/app-context'
import { links } from '../app/links'
import { isPushDevice } from '../notification/push-device-key'
import { signedInAt } from '../session/session-end'
import { addDevice, forgetDevice, knownDevice, readAbility, registerWorker } from './push-device'
import type { NoticeData, WorkerMessage } from './service-worker-scope'

/** Registers the service worker, opens what a notice leads to, and keeps the server's knowledge of this device. */
export async function followPush(app: AppModels) {
  const { api, live, navigation, session } = app
  const user = session.user.peek()
  if (!user || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
    void navigation.go(data.open)
  })
  const follow = () => live.setAsleep(document.visibilityState === 'hidden' && isPushDevice(user))
  document.addEventListener('visibilitychange', follow)
  follow()
  const registration = await registerWorker()
  effect(() => void closeNotices(registration, navigation.shown.value.path).catch(reportError))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void closeNotices(registration, navigation.shown.peek().path)
  })

  const known = knownDevice(user)
  if (!known) return
  if (readAbility() !== 'able' || Notification.permission !== 'granted') return forgetDevice(user)
  const { publicKey, devices } = await api.get('/push')
  // The user has removed it elsewhere; a session that ended has not.
  const isRemoved = known.signedInAt === signedInAt() && !devices.some(({ id }) => id === known.id)
  if (isRemoved) return forgetDevice(user)
  await addDevice(api, user, publicKey)
}

async function closeNotices(registration: ServiceWorkerRegistration, path: string) {
  for (const notice of await registration.getNotifications()) {
    const { ticketUuid } = notice.data as NoticeData
    if (ticketUuid !== null && path === links.ticket(ticketUuid)) notice.close()
  }
}
