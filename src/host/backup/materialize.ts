import { closeSync, createWriteStream, openSync, readSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { CommandRefused } from '../../command/command'
import { applyFrames, type CheckedFile, checkFile } from '../../kernel/database/wal/copy-database'
import type { Base } from './repository'
import { readChecked } from './checked-json'
import { listBases, listSegments, localTime, type LogEnds, logEndsPath, readBase } from './repository'
import { isDamagedAfter, readRecords, type StoredRecord } from './segment'
import type { Sink } from './sink'

/** To which `--at` names a moment. */
const secondMs = 1_000

export interface Materialized extends CheckedFile {
  /** The moment that the file shows: of its last write up to the one asked for. */
  atMs: number
  baseAtMs: number
  /** Applied on top of the copy. */
  commits: number
  bytes: number
}

/**
 * Writes a file as it was at a moment: the last copy before it and the writes since.
 * @throws CommandRefused when there is no copy that early; Error when the backup is damaged
 */
export async function materialize(sink: Sink, name: string, atMs: number, to: string): Promise<Materialized> {
  const bases = await listBases(sink, name)
  const chosen = bases.findLast((base) => base.atMs <= atMs)
  const [first] = bases
  if (!chosen) {
    const what = name === 'platform' ? 'the catalog' : `company ${name}`
    const oldest = first ? `; the oldest is of ${localTime(first.atMs)}` : ''
    throw new CommandRefused(`${sink.name} has no copy of ${what} of ${localTime(atMs)} or before${oldest}.`)
  }
  const base = await readBase(sink, chosen.path)
  await unpack(sink, base, to)
  const applied = base.position ? await applyLog(sink, base, atMs, to) : { atMs: base.atMs, commits: 0, bytes: 0 }
  return { ...applied, ...checkFile(to), baseAtMs: base.atMs }
}

async function unpack(sink: Sink, { path, sha256 }: Base, to: string) {
  const hash = new Bun.CryptoHasher('sha256')
  const hashed = new Transform({
    transform(piece: Uint8Array, _encoding, next) {
      hash.update(piece)
      next(null, piece)
    },
  })
  await rm(to, { force: true })
  const stream = Readable.from(sink.stream(path))
  const damaged = `${sink.name}/${path} was changed or is incomplete. Restore an earlier moment with --at.`
  try {
    await pipeline(stream, hashed, createZstdDecompress(), createWriteStream(to, { mode: 0o600 }))
  } catch (error) {
    throw new Error(damaged, { cause: error })
  }
  if (hash.digest('hex') !== sha256) throw new Error(damaged)
}

async function applyLog(sink: Sink, { name, position, atMs: baseAtMs }: Base, atMs: number, to: string) {
  let [run, frame] = [position?.run ?? 0, position?.frame ?? 0]
  const applied = { atMs: baseAtMs, commits: 0, bytes: 0 }
  /** Parts of a transaction whose end has not come. */
  let parts: StoredRecord[] = []
  const file = openSync(to, 'r+')
  const readPage = (page: number, pageSize: number) => {
    const bytes = new Uint8Array(pageSize)
    // Nothing where the file ends before: then the page is stored as a whole.
    readSync(file, bytes, 0, pageSize, (page - 1) * pageSize)
    return bytes
  }
  try {
    for await (const record of recordsOf(sink, name, position?.chain ?? '')) {
      if (record && isBefore(record, { run, frame })) continue
      const after = record?.facts.after
      if (!record || after?.run !== run || after.frame !== frame) {
        if (atMs < applied.atMs + secondMs) break
        const whole = localTime(applied.atMs + secondMs - 1)
        throw new Error(`Writes after ${whole} are missing or were changed. Restore that moment with --at.`)
      }
      const { facts } = record
      if (facts.atMs > atMs) break
      const { position: end } = facts
      run = end.run
      frame = end.frame
      parts.push(record)
      if (facts.hasMore) continue
      for (const part of parts) {
        const { frames, pageSize } = part.unpack(readPage)
        applyFrames(file, frames, pageSize)
        applied.bytes += frames.length
      }
      parts = []
      applied.atMs = facts.atMs
      applied.commits++
    }
  } finally {
    closeSync(file)
  }
  return applied
}

function isBefore({ facts }: StoredRecord, { run, frame }: { run: number; frame: number }) {
  const { position } = facts
  return position.run < run || (position.run === run && position.frame <= frame)
}

/**
 * Ends with undefined if the last segment is damaged, or shorter than it was. Damage in an earlier one shows as a gap
 * before the next record.
 */
async function* recordsOf(sink: Sink, name: string, chain: string) {
  // Before the segments, which may be growing.
  const stored = await readStoredEnd(sink, name, chain)
  const segments = (await listSegments(sink, name)).filter((segment) => segment.chain === chain)
  let [number, end, isDamaged] = [0, 0, false]
  for (const segment of segments) {
    const bytes = await sink.read(segment.path)
    if (!bytes) throw new Error(`${sink.name}/${segment.path} has disappeared`)
    number = segment.number
    end = 0
    for (const record of readRecords(bytes)) {
      end = record.end
      if (record.facts.pageSize > 0) yield record
    }
    isDamaged = isDamagedAfter(bytes, end)
  }
  if (isDamaged || number < stored.number || (number === stored.number && end < stored.bytes)) yield undefined
}

/** What the backup had at least. Backups by earlier versions do not say. */
async function readStoredEnd(sink: Sink, name: string, chain: string) {
  try {
    const ends = await readChecked<LogEnds>(sink, logEndsPath)
    const end = ends?.[name]
    return end?.chain === chain ? end : { number: 0, bytes: 0 }
  } catch {
    return { number: Number.POSITIVE_INFINITY, bytes: 0 }
  }
}
