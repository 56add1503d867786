import {
  type AuthenticationCreds,
  BufferJSON,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
} from '@whiskeysockets/baileys'
import type { CompanyContext } from '../../kernel/company-context'
import { perCompany } from '../../kernel/company-files'
import { resolveMissing } from '../../connection/missing-messages'
import type { ConnectionId } from '../../kernel/ids'
import { noteDecrypted } from './decrypted-ciphertexts'
import { createLeastRecentlyUsed } from './least-recently-used'
import { identityPayloads, lidCategory } from './lid-table'

/**
 * Seals what would let a thief of the file impersonate the account: all of it. Measured at 8 µs a Signal record, a
 * hundredth of what receiving a message costs.
 */
export interface Sealer {
  seal(text: string): string
  /** @throws Error when it was sealed by another host */
  unseal(sealed: string): string
}

/** Category under which decrypted messages travel with the ratchet step that decrypted them; never stored as a key. */
export const filingCategory = 'recado-filing'
/** Category under which the ciphertexts that were read travel with it. */
export const decryptedCategory = 'recado-decrypted'

/** Category under which the ids of messages travel that were missing and have come. */
export const arrivedCategory = 'recado-arrived'

/** How many Signal records a connection keeps decoded: about 3 kB each, so that a connection stays small. */
const cachedRecordsMax = 200

const statements = perCompany(({ sqlite }) => ({
  get: sqlite.prepare<{ value: Uint8Array }, [number, string, string]>(
    'SELECT value FROM whatsapp_key WHERE connection_id = ? AND category = ? AND id = ?',
  ),
  put: sqlite.prepare<unknown, [number, string, string, Uint8Array]>(
    `INSERT INTO whatsapp_key (connection_id, category, id, value) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value`,
  ),
  remove: sqlite.prepare<unknown, [number, string, string]>(
    'DELETE FROM whatsapp_key WHERE connection_id = ? AND category = ? AND id = ?',
  ),
  forget: sqlite.prepare<unknown, [number]>('DELETE FROM whatsapp_key WHERE connection_id = ?'),
}))

export interface AuthStoreOptions {
  connectionId: ConnectionId
  context(): CompanyContext
  sealer: Sealer
  /** Files payloads in the transaction that is open when it is called. */
  file(payloads: readonly string[]): void
}

export type AuthStore = ReturnType<typeof createAuthStore>

/** Baileys' credentials and Signal keys of one connection, in the company's file. */
export function createAuthStore({ connectionId, context, sealer, file }: AuthStoreOptions) {
  const cache = createLeastRecentlyUsed<unknown>(cachedRecordsMax)
  const creds = readCreds(context(), connectionId, sealer) ?? startAnew(context(), connectionId)
  let closed = false

  function get<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) {
    const found: { [id: string]: SignalDataTypeMap[Type] } = {}
    if (closed) return found
    const { company } = context()
    for (const id of ids) {
      const name = `${type}/${id}`
      let value = cache.get(name)
      if (value === undefined) {
        const row = statements(company).get.get(connectionId, type, id)
        if (row) keep(type, name, (value = decodeValue(type, unseal(row.value, sealer))))
      }
      if (value !== undefined) found[id] = value as SignalDataTypeMap[Type]
    }
    return found
  }

  /** One transaction for the whole set: a ratchet step and the message it yielded stand or fall together. */
  function set(data: SignalDataSet) {
    if (closed) return
    const ctx = context()
    const changed: [string, unknown][] = []
    ctx.transaction(() => {
      for (const [category, records] of Object.entries(data)) {
        if (category === lidCategory) file(identityPayloads(records ?? {}))
        for (const [id, value] of Object.entries(records ?? {})) {
          if (category === filingCategory) {
            file([value as string])
            continue
          }
          if (category === decryptedCategory) {
            noteDecrypted(ctx, connectionId, id)
            continue
          }
          if (category === arrivedCategory) {
            resolveMissing(ctx, connectionId, id)
            continue
          }
          writeRecord(ctx, connectionId, category, id, value, sealer)
          changed.push([`${category}/${id}`, value])
        }
      }
    })
    for (const [name, value] of changed) {
      if (value === null || value === undefined) cache.delete(name)
      else keep(name.slice(0, name.indexOf('/')), name, value)
    }
  }

  /** A pre-key is used once: keeping hundreds of them would push out what is used all the time. */
  function keep(category: string, name: string, value: unknown) {
    if (category !== 'pre-key') cache.set(name, value)
  }

  return {
    creds,
    keys: { get, set },
    /** Whether an account is linked; a code that was only asked for does not count. */
    paired: () => isPaired(creds),
    saveCreds() {
      if (!closed) writeCreds(context(), connectionId, creds, sealer)
    },
    /** After this nothing is read or written any more, whatever timers Baileys still has. */
    close() {
      closed = true
      cache.clear()
    },
  }
}

export const isPaired = (creds: AuthenticationCreds) => Boolean(creds.me?.id && creds.account)

/** The file came from another host without its key: only a new pairing helps, and a person has to decide on that. */
export class SealedByAnotherHost extends Error {
  constructor() {
    super("The credentials were sealed by another host: pair anew, or bring that host's data/host.key")
  }
}

/** Credentials as stored; undefined when nothing is linked. @throws SealedByAnotherHost */
function readCreds(ctx: CompanyContext, connectionId: ConnectionId, sealer: Sealer) {
  const row = statements(ctx.company).get.get(connectionId, 'creds', '')
  if (!row) return undefined
  let text: string
  try {
    text = unseal(row.value, sealer)
  } catch {
    throw new SealedByAnotherHost()
  }
  const creds = JSON.parse(text, BufferJSON.reviver) as AuthenticationCreds
  // Half-way through a pairing Baileys would try to sign in with an account that does not exist.
  return isPaired(creds) ? creds : undefined
}

/** Keys of an earlier account would be taken for the new one's. */
function startAnew(ctx: CompanyContext, connectionId: ConnectionId) {
  forgetKeys(ctx, connectionId)
  return initAuthCreds()
}

export function writeCreds(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  creds: AuthenticationCreds,
  sealer: Sealer,
) {
  writeRecord(ctx, connectionId, 'creds', '', creds, sealer)
}

/** One record as Baileys wrote it; undefined when there is none, or when another host sealed it. */
export function readRecord(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  category: string,
  id: string,
  sealer: Sealer,
): unknown {
  const row = statements(ctx.company).get.get(connectionId, category, id)
  if (!row) return undefined
  try {
    return decodeValue(category, unseal(row.value, sealer))
  } catch {
    return undefined
  }
}

/** A null value removes the record. */
export function writeRecord(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  category: string,
  id: string,
  value: unknown,
  sealer: Sealer,
) {
  const { put, remove } = statements(ctx.company)
  if (value === null || value === undefined) remove.run(connectionId, category, id)
  else put.run(connectionId, category, id, seal(JSON.stringify(value, BufferJSON.replacer), sealer))
}

export function forgetKeys(ctx: CompanyContext, connectionId: ConnectionId) {
  statements(ctx.company).forget.run(connectionId)
}

/** Stored as bytes: as text it would be a third longer. */
const seal = (text: string, sealer: Sealer) => Buffer.from(sealer.seal(text), 'base64')
const unseal = (bytes: Uint8Array, sealer: Sealer) => sealer.unseal(Buffer.from(bytes).toString('base64'))

function decodeValue(category: string, text: string): unknown {
  const value: unknown = JSON.parse(text, BufferJSON.reviver)
  if (category !== 'app-state-sync-key') return value
  return proto.Message.AppStateSyncKeyData.fromObject(value as Record<string, unknown>)
}
