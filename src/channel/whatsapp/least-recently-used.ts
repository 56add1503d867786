/** A bounded map that evicts the least recently used entry. Has no timers, unlike Baileys' caches. */
export function createLeastRecentlyUsed<Value>(limit: number) {
  const entries = new Map<string, Value>()
  return {
    get(key: string): Value | undefined {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set(key: string, value: Value) {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size <= limit) return
      const [oldest] = entries.keys()
      if (oldest !== undefined) entries.delete(oldest)
    },
    has: (key: string) => entries.has(key),
    delete: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
    get size() {
      return entries.size
    },
  }
}
