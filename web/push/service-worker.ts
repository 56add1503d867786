import type { PushState } from '../../src/push/push.calls'
import type { PushNotice } from '../../src/push/push.contract'
import type { SessionAnswer } from '../../src/user/session/session.calls'
import { links } from '../app/links'
import { notice as en } from '../i18n/en/notice'
import { notice as es } from '../i18n/es/notice'
import { notice as pt } from '../i18n/pt/notice'
import { placeOf } from '../notification/notification-rules'
import { noticeText } from './notice-text'
import { subscribe, subscriptionBody } from './push-subscription'
import { sessionRefreshLock } from '../api/session-refresh-lock'
import { type NoticeData, type ServiceWorkerEvents, type ServiceWorkerScope, tagOf } from './service-worker-scope'

// The DOM types describe `self` as a window; in a service worker it is the scope of the worker.
const worker = self as unknown as ServiceWorkerScope
const texts = { pt, en, es }
const icon = '/branding/icon-192.png'

/** Of this build. */
declare const offlineFiles: readonly string[]
const offlinePage = '/offline'
const cacheName = `offline ${offlineFiles.join(' ')}`

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  // Only without a network something else than the server answers, and only these.
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch((cause) => kept(offlinePage, cause)))
  else if (offlineFiles.includes(pathname)) event.respondWith(fetch(request).catch((cause) => kept(pathname, cause)))
})
worker.addEventListener('push', (event) => {
  // The host wrote it, encrypted for this browser.
  if (event.data) event.waitUntil(showInOrder(event.data.json() as PushNotice))
})
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { href } = event.notification.data as NoticeData
  event.waitUntil(open(href))
})

async function install() {
  await (await caches.open(cacheName)).addAll([offlinePage, ...offlineFiles])
  await worker.skipWaiting()
}

async function activate() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/** @throws the cause when it is not there */
async function kept(path: string, cause: unknown): Promise<Response> {
  const answer = await caches.match(path)
  if (!answer) throw cause
  return answer
}

let lastShown: Promise<void> = Promise.resolve()

/** The newer of two notices of a ticket stays, even if both arrive at once. */
function showInOrder(notice: PushNotice): Promise<void> {
  const present = lastShown.then(() => show(notice))
  lastShown = present.catch(() => {})
  return present
}

async function show(notice: PushNotice) {
  const { title, body } = noticeText(notice, texts[notice.language])
  const tag = tagOf(notice)
  const shown = await worker.registration.getNotifications({ tag })
  const isAgain = shown.some(({ data }) => (data as NoticeData).id === notice.id)
  const data: NoticeData = { id: notice.id, ticketUuid: notice.ticketUuid, href: hrefOf(notice) }
  // `renotify` is missing in the types of a page.
  const options = { body, icon, badge: icon, tag, data, lang: notice.language, renotify: !isAgain, silent: isAgain }
  await worker.registration.showNotification(title, options)
}

/** Signed in by the cookie, as windows may be closed. The server replaces the device of who is signed in, if it is theirs. */
async function renewSubscription({ oldSubscription, newSubscription }: ServiceWorkerEvents['pushsubscriptionchange']) {
  // Without it nobody knows whose it was; the next start of a window tells the server.
  if (!oldSubscription) return
  await navigator.locks.request(sessionRefreshLock, async () => {
    const headers = new Headers({ accept: 'application/json', 'content-type': 'application/json' })
    const session = await fetch('/auth/refresh_token', { method: 'POST', headers })
    if (!session.ok) return
    const { token } = (await session.json()) as SessionAnswer
    headers.set('authorization', `Bearer ${token}`)
    const state = await fetch('/push', { headers })
    if (!state.ok) return
    const { publicKey } = (await state.json()) as PushState
    const subscription = newSubscription ?? (await subscribe(worker.registration, publicKey))
    const body = JSON.stringify({ ...subscriptionBody(subscription), replaces: oldSubscription.endpoint })
    await fetch('/push/devices', { method: 'POST', headers, body })
  })
}

function hrefOf({ kind, ticketUuid, messageId }: PushNotice) {
  if (ticketUuid === null || kind === 'several') return links.tickets()
  const ticket = links.ticket(ticketUuid)
  const isOfTicket = kind === 'message' || kind === 'waiting' || kind === 'test'
  const place = isOfTicket ? ticket : placeOf({ kind, ticketUuid })
  return place === ticket && messageId !== null ? links.ticketAt(ticketUuid, messageId) : place
}

async function open(href: string) {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const best = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
  if (!best) return worker.clients.openWindow(href)
  best.postMessage({ open: href })
  return best.focus()
}
