import { type AuthenticationCreds, BufferJSON, jidDecode } from '@whiskeysockets/baileys'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CompanyContext } from '../../../kernel/company/company-context'
import type { ConnectionId } from '../../../kernel/ids'
import { isPaired, type Sealer } from './sealed-records'
import { forgetKeysAtOnce, writeCreds, writeRecord } from './stored-records'

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

export class UnusableSession extends Error {}

/** Written by Baileys' `useMultiFileAuthState`, and only read. @throws UnusableSession */
export function importSession(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  folder: string,
  sealer: Sealer,
): ImportedSession {
  const creds = readFolderCreds(folder)
  const records = readdirSync(folder).flatMap((name) => readRecord(folder, name))
  ctx.transaction(() => {
    forgetKeysAtOnce(ctx, connectionId)
    writeCreds(ctx, { connectionId, sealer }, creds)
    for (const record of records) writeRecord(ctx, { connectionId, sealer }, record)
  })
  const userOf = (jid: string | undefined) => (jid ? (jidDecode(jid)?.user ?? '') : '')
  return { number: userOf(creds.me?.id), lid: userOf(creds.me?.lid), records: records.length }
}

function readFolderCreds(folder: string): AuthenticationCreds {
  let creds: AuthenticationCreds
  try {
    creds = parse(join(folder, 'creds.json')) as AuthenticationCreds
  } catch (error) {
    throw new UnusableSession(`${folder} holds no readable creds.json: ${String(error)}`)
  }
  const complete =
    creds.noiseKey?.private && creds.signedIdentityKey?.private && creds.signedPreKey && creds.advSecretKey
  if (!complete || !isPaired(creds)) throw new UnusableSession(`The session in ${folder} is not linked to a phone`)
  return creds
}

/** Undefined for empty files and those of other programs. */
function readRecord(folder: string, name: string) {
  const category = categories.find((each) => name.startsWith(`${each}-`) && name.endsWith('.json'))
  if (!category) return []
  const id = idOfFile(category, name.slice(category.length + 1, -'.json'.length))
  try {
    const value = parse(join(folder, name))
    return value === null ? [] : [{ category, id, value }]
  } catch (error) {
    throw new UnusableSession(`${join(folder, name)} is damaged: ${String(error)}`)
  }
}

/** Baileys writes `__` for a slash and `-` for a colon. */
function idOfFile(category: string, written: string) {
  if (category === 'sender-key') return written.replace(/^(.+@[a-z.]+)--(.+)--(\d+)$/, '$1::$2::$3')
  if (category === 'app-state-sync-key') return written.replaceAll('__', '/')
  return written
}

const parse = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'), BufferJSON.reviver)
