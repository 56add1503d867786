import { open, stat } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { WalPosition } from '../../kernel/database/wal/wal-tap'
import { type LogCursor, LogGap } from '../log/log-rule'
import type { Nats } from '../nats/connect-nats'
import { retried } from '../nats/retried'
import { baseStream, baseSubjectOf, logStreamOf, logSubjectOf, type Stores } from '../nats/stores'

/** A copy of a company's file, from which its log leads on. */
export interface Base {
  id: string
  pieces: number
  /** Packed. */
  bytes: number
  sha256: string
  /** Where the log is read from. Parts up to the position are in the copy. */
  cursor: LogCursor
  position: WalPosition
  atMs: number
}

/** Kept in JetStream, too: any node can take over when all others are gone. Three compressed replicas are about as large as the file. */
export async function storeBase(
  nats: Nats,
  stores: Stores,
  name: string,
  packed: string,
  base: Omit<Base, 'pieces' | 'bytes'>,
) {
  const { size } = await stat(packed)
  const pieces = Math.ceil(size / nats.contentMax)
  const file = await open(packed)
  try {
    for (let piece = 0; piece < pieces; piece++) {
      const content = Buffer.alloc(Math.min(nats.contentMax, size - piece * nats.contentMax))
      await file.read(content, 0, content.length, piece * nats.contentMax)
      await retried(() => nats.js.publish(`${baseSubjectOf(name, base.id)}.${piece}`, content))
    }
  } finally {
    await file.close()
  }
  const written: Base = { ...base, pieces, bytes: size }
  // A key of its own, because none is ever changed: an owner that was taken over can add one of the past, and no more.
  await retried(() => stores.bases.put(`${name}.${base.cursor.sequence}`, JSON.stringify(written)))
  return written
}

/** What the newest base makes needless: older ones, and the log up to it. */
export async function purgeBefore(nats: Nats, stores: Stores, name: string, { cursor }: Base) {
  const { jsm } = nats
  // The last part stays: it names the part before it, so that a reader notices what it lacks. A fence does not, because its writer may
  // not have known the last parts. Servers take a limit of 1 as no limit (nats-server 2.9.10).
  if (cursor.part > 1) await jsm.streams.purge(logStreamOf(name), { filter: logSubjectOf(name), seq: cursor.part })
  for (const sequence of await sequencesOf(nats, name)) {
    if (sequence >= cursor.sequence) continue
    const older = await stores.bases.get(`${name}.${sequence}`)
    if (older?.operation === 'PUT') {
      await jsm.streams.purge(baseStream, { filter: `${baseSubjectOf(name, older.json<Base>().id)}.>` })
    }
    await jsm.streams.purge(bucketStream, { filter: keyOf(name, sequence) })
  }
}

const bucketStream = 'KV_recado-base'
const keyOf = (name: string, sequence: number | '*') => `$KV.recado-base.${name}.${sequence}`

/** Asks the server that leads, because another one may not know of a base yet. */
async function sequencesOf({ jsm }: Nats, name: string) {
  const { state } = await jsm.streams.info(bucketStream, { subjects_filter: keyOf(name, '*') })
  return Object.keys(state.subjects ?? {}).map((subject) => Number(subject.split('.').at(-1)))
}

/** Undefined only where none was ever kept. @throws LogGap while it is replaced */
export async function newestBase(nats: Nats, name: string): Promise<Base | undefined> {
  const sequences = await sequencesOf(nats, name)
  if (sequences.length === 0) return undefined
  const query = { last_by_subj: keyOf(name, Math.max(...sequences)) }
  const found = await nats.jsm.streams.getMessage(bucketStream, query)
  if (!found) throw new LogGap(`The base of ${name} is being replaced`)
  return found.json<Base>()
}

/** @throws LogGap when a newer one has replaced it */
export async function fetchBase(nats: Nats, name: string, { id, pieces, sha256 }: Base, to: string) {
  const hash = new Bun.CryptoHasher('sha256')
  async function* contents() {
    for (let piece = 0; piece < pieces; piece++) {
      const query = { last_by_subj: `${baseSubjectOf(name, id)}.${piece}` }
      const found = await nats.jsm.direct.getMessage(baseStream, query)
      if (!found) throw new LogGap(`The base ${id} of ${name} is incomplete`)
      hash.update(found.data)
      yield found.data
    }
  }
  await rm(to, { force: true })
  await pipeline(Readable.from(contents()), createZstdDecompress(), createWriteStream(to, { mode: 0o600 }))
  if (hash.digest('hex') !== sha256) throw new Error(`The base ${id} of ${name} is damaged`)
}
