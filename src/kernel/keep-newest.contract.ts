/**
 * Deletes the first entries until there are at most so many. Maps and Sets iterate in insertion order, so the first is the
 * oldest, or the least recently used if entries are inserted again at each use.
 */
export function keepNewest<Key>(known: Map<Key, unknown> | Set<Key>, most: number) {
  if (known.size <= most) return
  for (const key of known.keys()) {
    known.delete(key)
    if (known.size <= most) return
  }
}
