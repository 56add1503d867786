import type { SignalDataSet } from '@whiskeysockets/baileys'

interface Stored {
  written: SignalDataSet
  done: PromiseWithResolvers<void>
}

/** Steps at the same time share a transaction, which the last one stores. */
export function shareStore(store: (data: SignalDataSet) => void) {
  let running = 0
  let waiting: Stored[] = []

  function end() {
    if (--running > 0 || waiting.length === 0) return
    const all = waiting
    waiting = []
    try {
      store(join(all))
      for (const { done } of all) done.resolve()
    } catch (error) {
      for (const { done } of all) done.reject(error)
    }
  }

  return async function storedStep<T>(step: () => Promise<{ written: SignalDataSet; result: T }>): Promise<T> {
    running++
    const done = Promise.withResolvers<void>()
    let result: T
    try {
      const taken = await step()
      waiting.push({ written: taken.written, done })
      result = taken.result
    } finally {
      end()
    }
    await done.promise
    return result
  }
}

function join(all: readonly Stored[]): SignalDataSet {
  const joined: Record<string, object> = {}
  for (const { written } of all) {
    for (const [category, records] of Object.entries(written)) joined[category] = { ...joined[category], ...records }
  }
  return joined
}
