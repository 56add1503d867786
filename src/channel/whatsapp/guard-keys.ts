import type { SignalDataSet, SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys'
import { decodeRecord, encodeRecord, sessionsOf } from './session-record'

export interface GuardOptions {
  /** A device's record as it is stored. */
  session(id: string): Promise<Uint8Array | undefined>
  /** Writes to the store at once, whatever transaction is open. */
  storeNow(data: SignalDataSet): void
}

/** One transaction at a time, except for those that others wait for while they hold a lock of Baileys. */
export function serialiseTransactions(keys: SignalKeyStoreWithTransaction) {
  const transaction = keys.transaction.bind(keys)
  keys.transaction = (work, key) => {
    const waitedFor = key === 'lid-mapping' || key.startsWith('delete-')
    return transaction(work, waitedFor ? key : 'connection')
  }
}

/**
 * What Baileys itself writes among the Signal records, made safe:
 * – a pre-key is stored before the message that names it can leave, as a killed process could not read the answer;
 * – where it drops a session to begin another, what is on its way in the dropped one can still be read.
 */
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
