/** Entries inserted again at each use make it drop the least recently used. */
export function keepNewest<Key>(known: Map<Key, unknown> | Set<Key>, limit: number) {
  for (const key of known.keys()) {
    if (known.size <= limit) return
    known.delete(key)
  }
}
