import {
  type OtherRecord,
  type OtherSession,
  parseRecord,
  parseStored,
} from '../../channel/whatsapp/signal/import-session'
import type { OpenedScratch } from '../source/scratch-file'

/** Names of before Ticketz had a table for keys. */
const oldCategories: Record<string, string> = {
  preKeys: 'pre-key',
  sessions: 'session',
  senderKeys: 'sender-key',
  appStateSyncKeys: 'app-state-sync-key',
  appStateVersions: 'app-state-sync-version',
  senderKeyMemory: 'sender-key-memory',
}

interface StoredSession {
  creds: unknown
  keys?: Record<string, Record<string, unknown>>
}

/** Of Ticketz, which keeps credentials with the line and keys beside it. Undefined for a line without. `scratch`: see `openScratchFile`. */
export function findStoredSession(scratch: OpenedScratch, whatsappId: string): OtherSession | undefined {
  const line = scratch
    .query<{ name: string; session: string | null }, [string]>('SELECT name, session FROM Whatsapps WHERE id = ?')
    .get(whatsappId)
  const stored = line?.session ? readStored(line.session) : undefined
  if (!line || !stored?.creds) return undefined
  return { place: line.name, creds: stored.creds, records: recordsOf(scratch, whatsappId, stored) }
}

function* recordsOf(scratch: OpenedScratch, whatsappId: string, { keys = {} }: StoredSession) {
  for (const [name, records] of Object.entries(keys)) {
    const category = oldCategories[name]
    if (category) for (const [id, value] of Object.entries(records)) yield { category, id, value }
  }
  yield* storedKeys(scratch, whatsappId)
}

/** Other programs of the family keep other things there. */
function readStored(text: string): StoredSession | undefined {
  try {
    const stored = parseStored(text)
    return typeof stored === 'object' && stored !== null && 'creds' in stored ? (stored as StoredSession) : undefined
  } catch {
    return undefined
  }
}

interface KeyRow {
  type: string
  key: string
  value: string | null
}

function* storedKeys(scratch: OpenedScratch, whatsappId: string): Generator<OtherRecord> {
  if (!scratch.query("SELECT 1 FROM sqlite_schema WHERE name = 'BaileysKeys'").get()) return
  const rows = scratch.query<KeyRow, [string]>('SELECT type, key, value FROM BaileysKeys WHERE whatsappId = ?')
  for (const { type, key, value } of rows.iterate(whatsappId)) {
    const parsed = value === null ? null : parseRecord(value, `${type} ${key}`)
    if (parsed !== null) yield { category: type, id: key, value: parsed }
  }
}
