import type { SignalDataSet, SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys'
import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What a transaction starts without waiting for it runs on in it; after its end, Baileys would read old values and drop what is written.
 * Such work goes outside: else Baileys forgets that a contact has a token and gives one with each message.
 */
export function outliveTransactions(keys: SignalKeyStoreWithTransaction) {
  const [get, set, transaction] = [keys.get.bind(keys), keys.set.bind(keys), keys.transaction.bind(keys)]
  const current = new AsyncLocalStorage<{ hasEnded: boolean }>()
  const outside = AsyncLocalStorage.snapshot()
  const hasEnded = () => current.getStore()?.hasEnded === true

  function begin<T>(work: () => Promise<T>, key: string): Promise<T> {
    const own = { hasEnded: false }
    const run = async () => {
      try {
        return await work()
      } finally {
        own.hasEnded = true
      }
    }
    return current.run(own, () => transaction(run, key))
  }

  keys.get = (...of) => (hasEnded() ? outside(() => get(...of)) : get(...of))
  keys.set = (data) => (hasEnded() ? outside(() => set(withoutIndex(data))) : set(data))
  keys.transaction = (work, key) => {
    if (hasEnded()) return outside(() => begin(work, key))
    return current.getStore() ? transaction(work, key) : begin(work, key)
  }
}

/** Baileys would write the names of all contacts with a token for each contact that is given one. It needs them only for tokens that came. */
function withoutIndex(data: SignalDataSet): SignalDataSet {
  const { __index, ...tokens } = data.tctoken ?? {}
  return __index ? { ...data, tctoken: tokens } : data
}
