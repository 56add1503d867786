/**
 * Deletes the oldest entries until at most `most` are left. If entries are inserted again at each use, the least recently
 * used ones are deleted.
 */
export function keepNewest<Key>(known: Map<Key, unknown> | Set<Key>, limit: number) {
  if (known.size <= limit) return
  for (const key of known.keys()) {
    known.delete(key)
    if (known.size <= limit) return
  }
}
