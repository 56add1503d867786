/** A subscription for another key, such as of a host that was set up again, is replaced. */
export async function subscribe({ pushManager }: ServiceWorkerRegistration, publicKey: string) {
  const applicationServerKey = bytesOf(publicKey)
  const present = await pushManager.getSubscription()
  const usedKey = present?.options.applicationServerKey
  if (present && usedKey && sameBytes(new Uint8Array(usedKey), applicationServerKey)) return present
  await present?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

/** As the server takes it. */
export function subscriptionBody(subscription: Pick<PushSubscription, 'toJSON'>) {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }
}

function bytesOf(text: string) {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
}

const sameBytes = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
