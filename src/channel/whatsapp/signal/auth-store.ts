import {
  type AuthenticationCreds,
  initAuthCreds,
  type SignalDataSet,
  type SignalDataTypeMap,
} from '@whiskeysockets/baileys'
import type { KeyStep, RecordName, StoredKey } from '../line/line-calls'
import type { MainThread } from '../line/main-thread'
import { createRecordCache } from './record-cache'
import { identityPayloads, lidCategory } from './lid-table'
import { isPaired, type Sealer, sealRecord, unsealRecord } from './sealed-records'

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
    /** Caches records that will be needed. */
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
