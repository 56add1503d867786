import { createLeastRecentlyUsed } from '../least-recently-used'
import type { RecordName } from '../line/line-calls'

/** Up to 3 kB each. */
const cachedRecordsMax = 500

const keyOf = ({ category, id }: RecordName) => `${category}/${id}`

/** Decoded Signal records of a connection; null where nothing is stored. Each is asked for once, however many wait for it. */
export function createRecordCache(ask: (names: readonly RecordName[]) => Promise<unknown[]>) {
  const cache = createLeastRecentlyUsed<unknown>(cachedRecordsMax)
  /** Without those overwritten since: what was read of them is out of date. */
  const asked = new Map<string, Promise<unknown[]>>()

  async function askFor(names: readonly RecordName[]) {
    const answer = ask(names)
    for (const name of names) asked.set(keyOf(name), answer)
    try {
      const values = await answer
      for (const [index, name] of names.entries()) {
        if (asked.get(keyOf(name)) === answer) cache.set(keyOf(name), values[index] ?? null)
      }
      return values
    } finally {
      for (const name of names) if (asked.get(keyOf(name)) === answer) asked.delete(keyOf(name))
    }
  }

  return {
    /** Returns a value for each name. */
    async read(names: readonly RecordName[]): Promise<unknown[]> {
      const pending = names.flatMap((name) => asked.get(keyOf(name)) ?? [])
      if (pending.length > 0) await Promise.allSettled(pending)
      const values = names.map((name) => cache.get(keyOf(name)))
      const unknown = names.filter((_, index) => values[index] === undefined)
      if (unknown.length === 0) return values
      const found = (await askFor(unknown)).values()
      return values.map((value) => (value === undefined ? found.next().value : value))
    },
    note(name: RecordName, value: unknown) {
      asked.delete(keyOf(name))
      // Hundreds of pre-keys are made at once and would evict records in constant use. Each is used once.
      if (name.category === 'pre-key') cache.delete(keyOf(name))
      else cache.set(keyOf(name), value ?? null)
    },
    /** Baileys hands in each encryption step again. Objects may have changed in place. */
    isStored: (name: RecordName, value: unknown) => value instanceof Uint8Array && cache.get(keyOf(name)) === value,
    clear: () => cache.clear(),
  }
}
