import { createLeastRecentlyUsed } from '../least-recently-used'

export type DeviceCache = ReturnType<typeof createDeviceCache>

const peopleMax = 5000

/** In Baileys' form. The server announces changes; `keptMs` is only for certainty. */
export function createDeviceCache(keptMs: number) {
  const known = createLeastRecentlyUsed<{ devices: unknown; untilMs: number }>(peopleMax)

  function get<T>(user: string): T | undefined {
    const entry = known.get(user)
    return entry && entry.untilMs > Date.now() ? (entry.devices as T) : undefined
  }
  const set = (user: string, devices: unknown) => known.set(user, { devices, untilMs: Date.now() + keptMs })

  return {
    get,
    set,
    del: known.delete,
    flushAll: known.clear,
    mget: async <T>(users: string[]) => Object.fromEntries(users.map((user) => [user, get<T>(user)])),
    mset(entries: { key: string; value: unknown }[]) {
      for (const { key, value } of entries) set(key, value)
    },
  }
}
