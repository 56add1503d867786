import type { SignalDataSet, SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys'
import { decodeRecord, encodeRecord, sessionsOf } from './session-record'

interface GuardOptions {
  session(id: string): Promise<Uint8Array | undefined>
  /** Writes to the store at once, outside any open transaction. */
  storeNow(data: SignalDataSet): void
}

/** Serialises transactions, except those that others await while they hold one of Baileys' locks. */
export function serialiseTransactions(keys: SignalKeyStoreWithTransaction) {
  const transaction = keys.transaction.bind(keys)
  keys.transaction = (work, key) => {
    const waitedFor = key === 'lid-mapping' || key.startsWith('delete-')
    return transaction(work, waitedFor ? key : 'connection')
  }
}

export function guardWrites(keys: SignalKeyStoreWithTransaction, { session, storeNow }: GuardOptions) {
  const set = keys.set.bind(keys)

  async function closeSessions(sessions: SignalDataSet['session'] = {}) {
    const closed = Object.entries(sessions).map(async ([id, value]) => {
      const record = value === null ? await session(id) : undefined
      return [id, record ? encodeRecord({ previous: sessionsOf(decodeRecord(record)) }) : value] as const
    })
    return Object.fromEntries(await Promise.all(closed))
  }

  keys.set = async (data) => {
    await set(data.session ? { ...data, session: await closeSessions(data.session) } : data)
    const made = Object.entries(data['pre-key'] ?? {}).filter(([, pair]) => pair)
    if (made.length > 0) storeNow({ 'pre-key': Object.fromEntries(made) })
  }
}
