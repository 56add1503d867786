/** Entries inserted again at each use make it drop the least recently used. */
export function keepNewest<Key>(known: Map<Key, unknown> | Set<Key>, limit: number) {
  if (known.size <= limit) return
  for (const key of known.keys()) {
    known.delete(key)
    if (known.size <= limit) return
  }
}
