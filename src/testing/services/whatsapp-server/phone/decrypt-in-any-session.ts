import type { SessionCipher, SessionRecord } from 'libsignal'

/** Parts of libsignal that are missing from its types. */
interface OpenCipher {
  doDecryptWhisperMessage(bytes: Uint8Array, session: OpenSession): Promise<Buffer>
}
interface OpenRecord extends SessionRecord {
  sessions: { [baseKey: string]: OpenSession }
}
interface OpenSession {
  indexInfo: { used: number }
}

interface SessionSlot {
  /** Returns a new copy each time. */
  load(): Promise<SessionRecord | null | undefined>
  store(record: SessionRecord): Promise<void>
}

/** Tries the sessions on copies, the latest first. libsignal uses one copy, changes the sessions that fail, and stores them. */
export async function decryptInAnySession(cipher: SessionCipher, slot: SessionSlot, bytes: Buffer): Promise<Buffer> {
  const load = async () => (await slot.load()) as OpenRecord | undefined
  const known = Object.entries((await load())?.sessions ?? {}).sort(
    ([, a], [, b]) => b.indexInfo.used - a.indexInfo.used,
  )
  let failure: unknown = new Error('No session')
  for (const [baseKey] of known) {
    const record = await load()
    const session = record?.sessions[baseKey]
    if (!record || !session) continue
    try {
      const padded = await (cipher as SessionCipher & OpenCipher).doDecryptWhisperMessage(bytes, session)
      session.indexInfo.used = Date.now()
      await slot.store(record)
      return padded
    } catch (error) {
      failure = error
    }
  }
  throw failure
}
