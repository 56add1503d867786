import { type AuthenticationCreds, BufferJSON, jidDecode } from '@whiskeysockets/baileys'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inBatches } from '../../../kernel/company/batches'
import type { CompanyContext } from '../../../kernel/company/company-context'
import type { ConnectionId } from '../../../kernel/ids'
import { isPaired, type Sealer } from './sealed-records'
import { forgetKeys, writeCreds, writeRecord } from './stored-records'

/** `<category>-<id>.json`. Prefixes of others come last. */
const categories = [
  'app-state-sync-version',
  'app-state-sync-key',
  'sender-key-memory',
  'identity-key',
  'lid-mapping',
  'device-list',
  'sender-key',
  'pre-key',
  'session',
  'tctoken',
] as const

interface ImportedSession {
  number: string
  lid: string
  records: number
}

/** Of another program that uses Baileys. */
export interface OtherSession {
  /** For people, such as its folder. */
  place: string
  creds: unknown
  /** Read while they are stored: there may be many ten thousands. */
  records: Iterable<OtherRecord>
}

export interface OtherRecord {
  category: string
  id: string
  value: unknown
}

export class UnusableSession extends Error {
  constructor(
    message: string,
    readonly kind: 'unlinked' | 'damaged' = 'damaged',
  ) {
    super(message)
  }
}

/** A session that is not stored as a whole is none. @throws UnusableSession */
export async function importSession(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  { place, creds, records }: OtherSession,
  sealer: Sealer,
): Promise<ImportedSession> {
  if (!isComplete(creds)) throw new UnusableSession(`The session in ${place} is not linked to a phone`, 'unlinked')
  await forgetKeys(ctx, connectionId)
  const left = records[Symbol.iterator]()
  const stored = await inBatches(ctx, {
    next() {
      const { value, done } = left.next()
      return done ? [] : [value]
    },
    work: (record: OtherRecord) => writeRecord(ctx, { connectionId, sealer }, record),
  })
  ctx.transaction(() => writeCreds(ctx, { connectionId, sealer }, creds))
  const userOf = (jid: string | undefined) => (jid ? (jidDecode(jid)?.user ?? '') : '')
  return { number: userOf(creds.me?.id), lid: userOf(creds.me?.lid), records: stored }
}

function isComplete(given: unknown): given is AuthenticationCreds {
  const creds = given as Partial<AuthenticationCreds> | null
  const complete =
    creds?.noiseKey?.private && creds.signedIdentityKey?.private && creds.signedPreKey && creds.advSecretKey
  return Boolean(complete) && isPaired(creds as AuthenticationCreds)
}

/** Written by Baileys' `useMultiFileAuthState`, and only read. @throws UnusableSession */
export function readSessionFolder(folder: string): OtherSession {
  const creds = readFolderCreds(folder)
  return { place: folder, creds, records: readdirSync(folder).flatMap((name) => readRecord(folder, name)) }
}

function readFolderCreds(folder: string): unknown {
  try {
    return parseStored(readFileSync(join(folder, 'creds.json'), 'utf8'))
  } catch (error) {
    throw new UnusableSession(`${folder} holds no readable creds.json: ${String(error)}`)
  }
}

/** Without empty files and those of other programs. */
function readRecord(folder: string, name: string): OtherRecord[] {
  const found = name.endsWith('.json') ? splitRecordName(name.slice(0, -'.json'.length)) : undefined
  if (!found) return []
  const { category, id } = found
  const path = join(folder, name)
  const value = parseRecord(readFileSync(path, 'utf8'), path)
  return value === null ? [] : [{ category, id: idOfFile(category, id), value }]
}

/** Undefined for a name that Baileys does not give. */
export function splitRecordName(name: string) {
  const category = categories.find((each) => name.startsWith(`${each}-`))
  return category && { category, id: name.slice(category.length + 1) }
}

/** Baileys writes `__` for a slash and `-` for a colon. */
function idOfFile(category: string, written: string) {
  if (category === 'sender-key') return written.replace(/^(.+@[a-z.]+)--(.+)--(\d+)$/, '$1::$2::$3')
  if (category === 'app-state-sync-key') return written.replaceAll('__', '/')
  return written
}

/** Bytes also as `JSON.stringify` alone writes them. @throws SyntaxError */
export const parseStored = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => {
    const { type, data } = (value ?? {}) as { type?: unknown; data?: unknown }
    if (type === 'Buffer' && Array.isArray(data)) return Buffer.from(data as number[])
    return BufferJSON.reviver(key, value)
  })

/** @throws UnusableSession */
export function parseRecord(text: string, name: string): unknown {
  try {
    return parseStored(text)
  } catch (error) {
    throw new UnusableSession(`${name} is damaged: ${String(error)}`)
  }
}
