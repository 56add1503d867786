import {
  type AuthenticationCreds,
  initAuthCreds,
  type SignalDataSet,
  type SignalDataTypeMap,
} from '@whiskeysockets/baileys'
import { createLeastRecentlyUsed } from '../least-recently-used'
import type { KeyStep, StoredKey } from '../line/line-calls'
import type { MainThread } from '../line/main-thread'
import { identityPayloads, lidCategory } from './lid-table'
import { isPaired, type Sealer, sealRecord, unsealRecord } from './sealed-records'

/** Carries messages into the transaction of their ratchet step; never stored. */
export const filingCategory = 'recado-filing'
export const decryptedCategory = 'recado-decrypted'

export const arrivedCategory = 'recado-arrived'

/** Limit of decoded Signal records cached per connection, about 3 kB each. */
const cachedRecordsMax = 200

interface SignalRecord {
  category: string
  id: string
  value: unknown
}

type RecordCache = ReturnType<typeof createRecordCache>

export type AuthStore = Awaited<ReturnType<typeof openAuthStore>>

/** @throws SealedByAnotherHost */
export async function openAuthStore(main: MainThread, sealer: Sealer) {
  const cache = createRecordCache()
  const creds = (await readCreds(main, sealer)) ?? deletePreviousAccount(main)
  let closed = false

  const sealed = ({ category, id, value }: SignalRecord): StoredKey => {
    return { category, id, value: value === null || value === undefined ? null : sealRecord(value, sealer) }
  }

  async function get<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) {
    const found: { [id: string]: SignalDataTypeMap[Type] } = {}
    if (closed) return found
    const values = await readRecords({ main, sealer, cache }, type, ids)
    for (const [id, value] of values) found[id] = value as SignalDataTypeMap[Type]
    return found
  }

  /** A ratchet step and its message are stored together. */
  function set(data: SignalDataSet) {
    if (closed) return
    const step = {
      keys: [] as StoredKey[],
      payloads: [] as string[],
      decrypted: [] as string[],
      arrived: [] as string[],
    }
    for (const [category, records = {}] of Object.entries(data)) {
      const changed = Object.entries(records).filter(([id, value]) => !cache.isStored(category, id, value))
      if (category === lidCategory) step.payloads.push(...identityPayloads(Object.fromEntries(changed)))
      for (const [id, value] of changed) {
        const record = { category, id, value }
        if (isCarried(step, record)) continue
        step.keys.push(sealed(record))
        cache.note(record)
      }
    }
    if (Object.values(step).some(({ length }) => length > 0)) main.tell('store', step)
  }

  return {
    creds,
    keys: { get, set },
    paired: () => isPaired(creds),
    saveCreds() {
      if (closed) return
      const keys = [sealed({ category: 'creds', id: '', value: creds })]
      main.tell('store', { keys, payloads: [], decrypted: [], arrived: [] })
    },
    close() {
      closed = true
      cache.clear()
    },
  }
}

function isCarried(
  { payloads, decrypted, arrived }: { [Part in Exclude<keyof KeyStep, 'keys'>]: string[] },
  { category, id, value }: SignalRecord,
) {
  if (category === filingCategory) payloads.push(String(value))
  else if (category === decryptedCategory) decrypted.push(id)
  else if (category === arrivedCategory) arrived.push(id)
  else return false
  return true
}

interface ReadOptions {
  main: MainThread
  sealer: Sealer
  cache: RecordCache
}

async function readRecords({ main, sealer, cache }: ReadOptions, category: string, ids: readonly string[]) {
  const values = new Map(ids.map((id) => [id, cache.get(category, id)]))
  const unknown = ids.filter((id) => values.get(id) === undefined)
  if (unknown.length > 0) {
    const note = cache.beginReading()
    const stored = await main.ask('keys', category, unknown)
    for (const [index, id] of unknown.entries()) {
      const bytes = stored[index]
      const value = bytes && unsealRecord(category, bytes, sealer)
      values.set(id, value)
      note({ category, id, value })
    }
  }
  return [...values].filter(([, value]) => value !== undefined)
}

function createRecordCache() {
  const cache = createLeastRecentlyUsed<unknown>(cachedRecordsMax)
  /** Names written since, for each pending read. */
  const overwritten = new Set<Set<string>>()
  const nameOf = (category: string, id: string) => `${category}/${id}`

  function keep({ category, id, value }: SignalRecord) {
    const name = nameOf(category, id)
    if (value === null || value === undefined) cache.delete(name)
    // A pre-key is used once; hundreds would evict records in constant use.
    else if (category !== 'pre-key') cache.set(name, value)
  }

  return {
    get: (category: string, id: string) => cache.get(nameOf(category, id)),
    note(record: SignalRecord) {
      for (const names of overwritten) names.add(nameOf(record.category, record.id))
      keep(record)
    },
    /** Returns a function that caches the values read, unless they were overwritten since. */
    beginReading() {
      const names = new Set<string>()
      overwritten.add(names)
      return (record: SignalRecord) => {
        overwritten.delete(names)
        if (!names.has(nameOf(record.category, record.id))) keep(record)
      }
    },
    /** Baileys hands in each encryption step again. Objects may have changed in place. */
    isStored: (category: string, id: string, value: unknown) =>
      value instanceof Uint8Array && cache.get(nameOf(category, id)) === value,
    clear: () => cache.clear(),
  }
}

/** The file was sealed by another host, and its key is missing. Only a new pairing helps, which a user must start. */
export class SealedByAnotherHost extends Error {
  constructor() {
    super("The credentials were sealed by another host: pair again, or bring that host's data/host.key")
  }
}

async function readCreds(main: MainThread, sealer: Sealer) {
  const [sealed] = await main.ask('keys', 'creds', [''])
  if (!sealed) return undefined
  let creds: AuthenticationCreds
  try {
    creds = unsealRecord('creds', sealed, sealer) as AuthenticationCreds
  } catch {
    throw new SealedByAnotherHost()
  }
  // During a pairing the account does not exist yet.
  return isPaired(creds) ? creds : undefined
}

/** Keys of a previous account would be used for the new one. */
function deletePreviousAccount(main: MainThread) {
  main.tell('forgetKeys')
  return initAuthCreds()
}
