import type { OfflineMessage, OfflineStore } from './offline-store'

const fileBytesMax = 1024 * 1024
const allBytesMax = 50 * 1024 * 1024

/**
 * Of these messages: small files, the newest up to a bound; the others are removed, and not loaded again. Nobody's data plan is used up
 * unasked.
 */
export async function keepFiles(store: OfflineStore, messages: readonly OfflineMessage[]) {
  const wanted = new Map(messages.flatMap(({ media, at }) => (media ? [[media.url, at]] : [])))
  const isSparing = 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
  const known = new Map((await store.files()).map(({ url, content }) => [url, content.size]))
  let left = allBytesMax
  const kept = new Set<string>()
  for (const [url, at] of [...wanted].sort(([, one], [, other]) => (one < other ? 1 : -1))) {
    const mayLoad = !isSparing && left >= fileBytesMax
    const size = known.get(url) ?? (mayLoad ? await load(store, url, at).catch(() => undefined) : undefined)
    if (size === undefined || size > left) continue
    left -= size
    kept.add(url)
  }
  for (const url of known.keys()) if (!kept.has(url)) await store.deleteFile(url)
}

/** Returns its size, if it is kept. */
async function load(store: OfflineStore, url: string, at: string) {
  const stop = new AbortController()
  const answer = await fetch(url, { signal: stop.signal })
  if (!answer.ok || Number(answer.headers.get('content-length') ?? Infinity) > fileBytesMax) {
    stop.abort()
    return undefined
  }
  const content = await answer.blob()
  await store.putFile({ url, at, content })
  return content.size
}
