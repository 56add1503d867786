import {
  type AuthenticationCreds,
  BufferJSON,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
} from '@whiskeysockets/baileys'
import { inBatches } from '../../../kernel/company/batches'
import type { CompanyContext } from '../../../kernel/company/company-context'
import type { ConnectionId } from '../../../kernel/ids'
import { noteDecrypted } from './decrypted-ciphertexts'
import { createLeastRecentlyUsed } from '../least-recently-used'
import { identityPayloads, lidCategory } from './lid-table'
import { storedKeys } from './stored-keys'

/** A thief could impersonate the account. 8 µs per record, a hundredth of receiving a message. */
export interface Sealer {
  seal(text: string): string
  /** @throws Error when another host sealed the record */
  unseal(sealed: string): string
}

/** Carries messages into the transaction of their ratchet step; never stored. */
export const filingCategory = 'recado-filing'
export const decryptedCategory = 'recado-decrypted'

export const arrivedCategory = 'recado-arrived'

/** Limit of decoded Signal records cached per connection, about 3 kB each. */
const cachedRecordsMax = 200

export interface SealedRecords {
  connectionId: ConnectionId
  sealer: Sealer
}

interface RecordKey {
  category: string
  id: string
}

interface SignalRecord extends RecordKey {
  value: unknown
}

interface AuthStoreOptions extends SealedRecords {
  context(): CompanyContext
  file(payloads: readonly string[]): void
  arrived(providerId: string): void
}

export type AuthStore = ReturnType<typeof createAuthStore>

export function createAuthStore(options: AuthStoreOptions) {
  const { connectionId, context } = options
  const cache = createRecordCache(options)
  const creds = readCreds(context(), options) ?? deletePreviousAccount(context(), connectionId)
  let closed = false

  function get<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) {
    const found: { [id: string]: SignalDataTypeMap[Type] } = {}
    if (closed) return found
    for (const id of ids) {
      const value = cache.read(type, id)
      if (value !== undefined) found[id] = value as SignalDataTypeMap[Type]
    }
    return found
  }

  /** A ratchet step and its message are stored together. */
  function set(data: SignalDataSet) {
    if (closed) return
    const changed = Object.entries(data).map(
      ([category, records = {}]) =>
        [category, Object.entries(records).filter(([id, value]) => !cache.isStored(category, id, value))] as const,
    )
    if (changed.every(([, records]) => records.length === 0)) return
    const ctx = context()
    const written: SignalRecord[] = []
    ctx.transaction(() => {
      for (const [category, records] of changed) {
        if (category === lidCategory) options.file(identityPayloads(Object.fromEntries(records)))
        for (const [id, value] of records) {
          const record = { category, id, value }
          if (handleCarried(ctx, options, record)) continue
          writeRecord(ctx, options, record)
          written.push(record)
        }
      }
    })
    written.forEach(cache.note)
  }

  return {
    creds,
    keys: { get, set },
    paired: () => isPaired(creds),
    saveCreds() {
      if (!closed) writeCreds(context(), options, creds)
    },
    close() {
      closed = true
      cache.clear()
    },
  }
}

function createRecordCache({ connectionId, context, sealer }: AuthStoreOptions) {
  const cache = createLeastRecentlyUsed<unknown>(cachedRecordsMax)

  function note({ category, id, value }: SignalRecord) {
    const name = `${category}/${id}`
    if (value === null || value === undefined) cache.delete(name)
    // A pre-key is used once; hundreds would evict records in constant use.
    else if (category !== 'pre-key') cache.set(name, value)
  }

  return {
    read(category: string, id: string): unknown {
      const known = cache.get(`${category}/${id}`)
      if (known !== undefined) return known
      const row = storedKeys.find.get(context(), { connectionId, category, id })
      if (!row) return undefined
      const value = decodeValue(category, unseal(row.value, sealer))
      note({ category, id, value })
      return value
    },
    note,
    /** Baileys hands in each encryption step again. Objects may have changed in place. */
    isStored: (category: string, id: string, value: unknown) =>
      value instanceof Uint8Array && cache.get(`${category}/${id}`) === value,
    clear: () => cache.clear(),
  }
}

function handleCarried(
  ctx: CompanyContext,
  { connectionId, file, arrived }: AuthStoreOptions,
  { category, id, value }: SignalRecord,
) {
  if (category === filingCategory) file([String(value)])
  else if (category === decryptedCategory) noteDecrypted(ctx, connectionId, id)
  else if (category === arrivedCategory) arrived(id)
  else return false
  return true
}

export const isPaired = (creds: AuthenticationCreds) => Boolean(creds.me?.id && creds.account)

/** The file was sealed by another host, and its key is missing. Only a new pairing helps, which a user must start. */
export class SealedByAnotherHost extends Error {
  constructor() {
    super("The credentials were sealed by another host: pair again, or bring that host's data/host.key")
  }
}

function readCreds(ctx: CompanyContext, { connectionId, sealer }: SealedRecords) {
  const row = storedKeys.find.get(ctx, { connectionId, category: 'creds', id: '' })
  if (!row) return undefined
  let text: string
  try {
    text = unseal(row.value, sealer)
  } catch {
    throw new SealedByAnotherHost()
  }
  const creds = JSON.parse(text, BufferJSON.reviver) as AuthenticationCreds
  // During a pairing the account does not exist yet.
  return isPaired(creds) ? creds : undefined
}

/** Keys of a previous account would be used for the new one. */
function deletePreviousAccount(ctx: CompanyContext, connectionId: ConnectionId) {
  forgetKeysAtOnce(ctx, connectionId)
  return initAuthCreds()
}

export function writeCreds(ctx: CompanyContext, records: SealedRecords, creds: AuthenticationCreds) {
  writeRecord(ctx, records, { category: 'creds', id: '', value: creds })
}

export function readRecord(
  ctx: CompanyContext,
  { connectionId, sealer }: SealedRecords,
  { category, id }: RecordKey,
): unknown {
  const row = storedKeys.find.get(ctx, { connectionId, category, id })
  if (!row) return undefined
  try {
    return decodeValue(category, unseal(row.value, sealer))
  } catch {
    return undefined
  }
}

export function writeRecord(
  ctx: CompanyContext,
  { connectionId, sealer }: SealedRecords,
  { category, id, value }: SignalRecord,
) {
  if (value === null || value === undefined) storedKeys.remove.run(ctx, { connectionId, category, id })
  else storedKeys.put.run(ctx, { connectionId, category, id, value: seal(encodeValue(value), sealer) })
}

/** Bytes, which almost all values are, need no search for bytes within. */
function encodeValue(value: unknown) {
  if (!(value instanceof Uint8Array)) return JSON.stringify(value, BufferJSON.replacer)
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return `{"type":"Buffer","data":"${bytes.toString('base64')}"}`
}

export function forgetKeysAtOnce(ctx: CompanyContext, connectionId: ConnectionId) {
  storedKeys.removeAll.run(ctx, { connectionId })
}

const keysAtOnce = 500

/** The other keys later: a busy account has many ten thousands. */
export async function forgetKeys(ctx: CompanyContext, connectionId: ConnectionId) {
  storedKeys.remove.run(ctx, { connectionId, category: 'creds', id: '' })
  await inBatches(ctx, {
    next: () => storedKeys.list.all(ctx, { connectionId, max: keysAtOnce }),
    work: (key) => void storedKeys.remove.run(ctx, { connectionId, ...key }),
  })
}

/** Stored as bytes: text would be a third longer. */
const seal = (text: string, sealer: Sealer) => Buffer.from(sealer.seal(text), 'base64')
const unseal = (bytes: Buffer, sealer: Sealer) => sealer.unseal(bytes.toString('base64'))

function decodeValue(category: string, text: string): unknown {
  const value: unknown = JSON.parse(text, BufferJSON.reviver)
  if (category !== 'app-state-sync-key') return value
  return proto.Message.AppStateSyncKeyData.fromObject(value as Record<string, unknown>)
}
