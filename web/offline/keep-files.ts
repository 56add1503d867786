import type { OfflineMessage, OfflineStore } from './offline-store'

const fileBytesMax = 1024 * 1024
const allBytesMax = 50 * 1024 * 1024

/** Of these messages: small files, the newest up to a bound; the others are removed. Nobody's data plan is used up unasked. */
export async function keepFiles(store: OfflineStore, messages: readonly OfflineMessage[]) {
  const wanted = new Map(messages.flatMap(({ media, at }) => (media ? [[media.url, at]] : [])))
  const isSparing = 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
  const known = await store.fileUrls()
  for (const [url, at] of isSparing ? [] : wanted) {
    if (!known.has(url)) await load(store, url, at).catch(() => {})
  }
  const files = (await store.files()).sort((a, b) => (a.at < b.at ? 1 : -1))
  let bytes = 0
  for (const { url, content } of files) {
    if (wanted.has(url)) bytes += content.size
    if (!wanted.has(url) || bytes > allBytesMax) await store.deleteFile(url)
  }
}

async function load(store: OfflineStore, url: string, at: string) {
  const stop = new AbortController()
  const answer = await fetch(url, { signal: stop.signal })
  if (!answer.ok || Number(answer.headers.get('content-length') ?? Infinity) > fileBytesMax) return stop.abort()
  await store.putFile({ url, at, content: await answer.blob() })
}
