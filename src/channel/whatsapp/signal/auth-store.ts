import {
  type AuthenticationCreds,
  initAuthCreds,
  type SignalDataSet,
  type SignalDataTypeMap,
} from '@whiskeysockets/baileys'
import type { KeyStep, RecordName, StoredKey } from '../line/line-calls'
import type { MainThread } from '../line/main-thread'
import { identityPayloads, lidCategory } from '../receive/payload'
import { isPaired, type Sealer, sealRecord, unsealRecord } from './sealed-records'
import { createLeastRecentlyUsed } from '../least-recently-used'

/** Carries messages into the transaction of their ratchet step; never stored. */
export const filingCategory = 'recado-filing'
export const decryptedCategory = 'recado-decrypted'

export const arrivedCategory = 'recado-arrived'

const credsName: RecordName = { category: 'creds', id: '' }

export type AuthStore = Awaited<ReturnType<typeof openAuthStore>>

/** @throws SealedByAnotherHost */
export async function openAuthStore(main: MainThread, sealer: Sealer) {
  const cache = createRecordCache((names) => askFor(main, sealer, names))
  const creds = (await readCreds(main, sealer)) ?? deletePreviousAccount(main)
  let closed = false

  const sealed = (name: RecordName, value: unknown): StoredKey => {
    return { ...name, value: value === null || value === undefined ? null : sealRecord(value, sealer) }
  }

  async function get<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) {
    const found: { [id: string]: SignalDataTypeMap[Type] } = {}
    if (closed) return found
    const values = await cache.read(ids.map((id) => ({ category: type, id })))
    for (const [index, id] of ids.entries()) {
      const value = values[index]
      if (value !== undefined && value !== null) found[id] = value as SignalDataTypeMap[Type]
    }
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
      const changed = Object.entries(records).filter(([id, value]) => !cache.isStored({ category, id }, value))
      if (category === lidCategory) step.payloads.push(...identityPayloads(Object.fromEntries(changed)))
      for (const [id, value] of changed) {
        const name = { category, id }
        if (isCarried(step, name, value)) continue
        step.keys.push(sealed(name, value))
        cache.note(name, value)
      }
    }
    if (Object.values(step).some(({ length }) => length > 0)) main.tell('store', step)
  }

  return {
    creds,
    keys: { get, set },
    readAhead: (names: readonly RecordName[]) => (closed ? Promise.resolve() : cache.read(names)),
    paired: () => isPaired(creds),
    saveCreds() {
      if (closed) return
      const keys = [sealed(credsName, creds)]
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
  { category, id }: RecordName,
  value: unknown,
) {
  if (category === filingCategory) payloads.push(String(value))
  else if (category === decryptedCategory) decrypted.push(id)
  else if (category === arrivedCategory) arrived.push(id)
  else return false
  return true
}

async function askFor(main: MainThread, sealer: Sealer, names: readonly RecordName[]) {
  const stored = await main.ask('keys', names)
  return names.map(({ category }, index) => {
    const bytes = stored[index]
    return bytes && unsealRecord(category, bytes, sealer)
  })
}

/** The file was sealed by another host, and its key is missing. Only a new pairing helps, which a user must start. */
export class SealedByAnotherHost extends Error {
  constructor() {
    super("The credentials were sealed by another host: pair again, or bring that host's data/host.key")
  }
}

async function readCreds(main: MainThread, sealer: Sealer) {
  const [sealed] = await main.ask('keys', [credsName])
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

/** Up to 3 kB each. */
const cachedRecordsMax = 500

const keyOf = ({ category, id }: RecordName) => `${category}/${id}`

/** Decoded Signal records of a connection; null where nothing is stored. Each is asked for once, however many wait for it. */
function createRecordCache(ask: (names: readonly RecordName[]) => Promise<unknown[]>) {
  const cache = createLeastRecentlyUsed<unknown>(cachedRecordsMax)
  /** Pending reads by record. A record that is written meanwhile is removed, because its answer is out of date. */
  const asked = new Map<string, Promise<unknown[]>>()

  async function askTogether(names: readonly RecordName[]) {
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
    async read(names: readonly RecordName[]): Promise<unknown[]> {
      const pending = names.flatMap((name) => asked.get(keyOf(name)) ?? [])
      if (pending.length > 0) await Promise.allSettled(pending)
      const values = names.map((name) => cache.get(keyOf(name)))
      const unknown = names.filter((_, index) => values[index] === undefined)
      if (unknown.length === 0) return values
      const found = (await askTogether(unknown)).values()
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
