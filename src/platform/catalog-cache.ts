import type { Database } from 'bun:sqlite'
import { dataVersionReader } from '../kernel/database/database'

export interface CatalogCache<Key, Value> {
  get(key: Key): Value | undefined
  keep(key: Key, value: Value): void
  /** Call it after every change of what is cached; without a key for everything. */
  forget(key?: Key): void
}

/**
 * Returns a function that creates caches of catalog rows which every request needs; reading one costs a hundred times as much.
 * Changes by other processes are noticed by the file's data version and clear all caches.
 */
export function createCatalogCaches(sqlite: Database) {
  const dataVersion = dataVersionReader(sqlite)
  let version = dataVersion()
  let checkedAtMs = 0
  const clears: (() => void)[] = []

  /** At most once per millisecond, because a request reads the caches up to ten times. */
  function checkVersion() {
    const nowMs = Date.now()
    if (nowMs === checkedAtMs) return
    checkedAtMs = nowMs
    const now = dataVersion()
    if (now !== version) for (const clear of clears) clear()
    version = now
  }

  return function createCache<Key, Value>(limit: number): CatalogCache<Key, Value> {
    const known = new Map<Key, Value>()
    clears.push(() => known.clear())
    return {
      get(key) {
        checkVersion()
        return known.get(key)
      },
      keep(key, value) {
        if (known.size >= limit) known.clear()
        known.set(key, value)
      },
      forget(key) {
        if (key === undefined) known.clear()
        else known.delete(key)
      },
    }
  }
}
