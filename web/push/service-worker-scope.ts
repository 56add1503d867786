import type { PushNotice } from '../../src/push/push.contract'

/** What the service worker uses of its global scope, which the types of a page lack. */
export interface ServiceWorkerScope {
  registration: ServiceWorkerRegistration
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof ServiceWorkerEvents>(
    name: Name,
    listener: (event: ServiceWorkerEvents[Name]) => void,
  ): void
}

interface WindowClient {
  focused: boolean
  visibilityState: DocumentVisibilityState
  focus(): Promise<unknown>
  postMessage(message: WorkerMessage): void
}

export interface WorkerMessage {
  open: string
}

interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface ServiceWorkerEvents {
  install: WaitingEvent
  activate: WaitingEvent
  fetch: WaitingEvent & { request: Request; respondWith(answer: Promise<Response>): void }
  push: WaitingEvent & { data: { json(): unknown } | null }
  /** The browser has ended the subscription; some make the new one themselves. */
  pushsubscriptionchange: WaitingEvent & {
    oldSubscription?: PushSubscription | null
    newSubscription?: PushSubscription | null
  }
  notificationclick: WaitingEvent & { notification: Notification }
}

/** Kept with a shown notice. */
export interface NoticeData {
  id: string
  ticketUuid: string | null
  href: string
}

/** A newer one of the same takes its place. */
export function tagOf({ kind, ticketUuid }: Pick<PushNotice, 'kind' | 'ticketUuid'>) {
  return kind === 'message' || kind === 'waiting' ? `ticket-${ticketUuid}` : `${kind}-${ticketUuid}`
}
