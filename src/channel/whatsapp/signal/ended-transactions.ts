import type { SignalDataSet, SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys'
import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What a transaction starts and does not wait for runs on in it. After its end, Baileys would read what was true then, and
 * drop what is written. So such work reads and writes outside of it, as when Baileys notes that a contact was given a token: without
 * the note it gives one with each message.
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
