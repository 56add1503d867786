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
import type { ConnectionId } from '../../kernel/ids'
import { createLeastRecentlyUsed } from './least-recently-used'

/** Seals what would let a thief of the file impersonate the account. */
export interface Sealer {
  seal(text: string): string
  /** @throws Error when it was sealed by another host */
  unseal(sealed: string): string
}

/** Category under which decrypted messages travel with the ratchet step that decrypted them; never stored as a key. */
export const filingCategory = 'recado-filing'

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
  const creds = readCreds(context(), connectionId, sealer) ?? initAuthCreds()
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
        if (row) cache.set(name, (value = decodeValue(type, row.value)))
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
        for (const [id, value] of Object.entries(records ?? {})) {
          if (category === filingCategory) {
            file([value as string])
            continue
          }
          writeRecord(ctx, connectionId, category, id, value)
          changed.push([`${category}/${id}`, value])
        }
      }
    })
    for (const [name, value] of changed) {
      if (value === null || value === undefined) cache.delete(name)
      else cache.set(name, value)
    }
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

/** Credentials as stored; undefined when there are none, or none that are linked or readable on this host. */
function readCreds(ctx: CompanyContext, connectionId: ConnectionId, sealer: Sealer) {
  const row = statements(ctx.company).get.get(connectionId, 'creds', '')
  if (!row) return undefined
  let text: string
  try {
    text = sealer.unseal(Buffer.from(row.value).toString('utf8'))
  } catch (error) {
    ctx.company.services.log.error('The WhatsApp credentials were sealed by another host and must be made anew', {
      company: ctx.company.id,
      connection: connectionId,
      error,
    })
    return undefined
  }
  const creds = JSON.parse(text, BufferJSON.reviver) as AuthenticationCreds
  // Half-way through a pairing Baileys would try to sign in with an account that does not exist.
  return isPaired(creds) ? creds : undefined
}

export function writeCreds(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  creds: AuthenticationCreds,
  sealer: Sealer,
) {
  const sealed = sealer.seal(JSON.stringify(creds, BufferJSON.replacer))
  statements(ctx.company).put.run(connectionId, 'creds', '', Buffer.from(sealed))
}

/** A null value removes the record. */
export function writeRecord(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  category: string,
  id: string,
  value: unknown,
) {
  const { put, remove } = statements(ctx.company)
  if (value === null || value === undefined) remove.run(connectionId, category, id)
  else put.run(connectionId, category, id, Buffer.from(JSON.stringify(value, BufferJSON.replacer)))
}

export function forgetKeys(ctx: CompanyContext, connectionId: ConnectionId) {
  statements(ctx.company).forget.run(connectionId)
}

function decodeValue(category: string, bytes: Uint8Array): unknown {
  const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'), BufferJSON.reviver)
  if (category !== 'app-state-sync-key') return value
  return proto.Message.AppStateSyncKeyData.fromObject(value as Record<string, unknown>)
}
