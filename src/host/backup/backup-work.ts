import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { checkFile, copyDatabase, type CopyOrder } from '../../kernel/database/wal/copy-database'
import { writeChecked, readChecked } from './checked-json'
import { materialize } from './materialize'
import type { Base, CopiedMedia, WrittenBase } from './repository'
import { openSink } from './open-sink'
import type { Sink } from './sink'

/** What the process beside Recado does for a backup, one after the other. */
export type BackupOrder = { target: string } & (
  | { kind: 'copy'; copy: CopyOrder; base: Omit<Base, keyof WrittenBase> }
  /** Without a target. */
  | { kind: 'pack'; copy: CopyOrder; packed: string }
  | { kind: 'media'; company: number; folder: string }
  | { kind: 'file'; path: string; local: string }
  | { kind: 'materialize'; name: string; atMs: number; to: string }
)

export type BackupProgress = { kind: 'copied' } | { kind: 'files'; done: number; of: number }

export interface WorkCall {
  progress(step: BackupProgress): void
  /** Resolves once Recado has confirmed that the file was held until then. A killed one never does. */
  confirmed(): Promise<void>
}

export async function doBackupWork(order: BackupOrder, { progress, confirmed }: WorkCall): Promise<unknown> {
  if (order.kind === 'pack') {
    copyDatabase(order.copy)
    progress({ kind: 'copied' })
    await confirmed()
    checkFile(order.copy.to)
    return { sha256: await pack(order.copy.to, order.packed) }
  }
  const sink = await openSink(order.target)
  if (order.kind === 'media') return copyMedia(sink, order, progress)
  if (order.kind === 'file') return copyOther(sink, order)
  if (order.kind === 'materialize') return materialize(sink, order.name, order.atMs, order.to)
  const { copy, base } = order
  try {
    copyDatabase(copy)
    progress({ kind: 'copied' })
    await confirmed()
    const checked = checkFile(copy.to)
    const { size: bytes } = await stat(copy.to)
    const packed = `${copy.to}.zst`
    const sha256 = await pack(copy.to, packed)
    await sink.put(base.path, packed)
    const { size } = await stat(packed)
    await requireSame(sink, base.path, sha256)
    const written: Base = { ...base, ...checked, sha256, size, bytes }
    await writeChecked(sink, `${base.path}.json`, written)
    return written
  } finally {
    for (const end of ['', '-wal', '-shm', '.zst']) await rm(`${copy.to}${end}`, { force: true })
  }
}

export async function pack(from: string, to: string) {
  const hash = new Bun.CryptoHasher('sha256')
  const hashed = new Transform({
    transform(piece: Uint8Array, _encoding, next) {
      hash.update(piece)
      next(null, piece)
    },
  })
  const params = { [constants.ZSTD_c_compressionLevel]: 1 }
  const reading = createReadStream(from, { highWaterMark: 1024 * 1024 })
  await pipeline(reading, createZstdCompress({ params }), hashed, createWriteStream(to, { mode: 0o600 }))
  return hash.digest('hex')
}

/** Reads it again: what cannot be read back is no backup. */
async function requireSame(sink: Sink, path: string, sha256: string) {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const piece of sink.stream(path)) hash.update(piece)
  if (hash.digest('hex') !== sha256) throw new Error(`${sink.name}/${path} is not what was written`)
}

async function copyOther(sink: Sink, { path, local }: { path: string; local: string }) {
  const sha256 = await hashOf(local)
  await sink.put(path, local)
  return { path, size: (await stat(local)).size, sha256 }
}

async function hashOf(path: string) {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const piece of Bun.file(path).stream()) hash.update(piece)
  return hash.digest('hex')
}

/** Size and SHA-256 by key. Files never change under their key. */
export type MediaIndex = Record<string, [size: number, sha256: string]>

export const mediaIndexPath = (company: number) => `media/${company}.json`
export const mediaPathOf = (company: number, key: string) => `media/${company}/${key.slice(0, 7)}/${key}`

const indexEvery = 500

/** Copies each file once. The index is written in between, so that a stopped backup continues. */
async function copyMedia(
  sink: Sink,
  { company, folder }: { company: number; folder: string },
  progress: (step: BackupProgress) => void,
): Promise<CopiedMedia> {
  const index = (await readChecked<MediaIndex>(sink, mediaIndexPath(company))) ?? {}
  const keys = await mediaKeys(folder)
  const missing = keys.filter((key) => !index[key])
  let added = 0
  const save = () => writeChecked(sink, mediaIndexPath(company), index)
  for (const key of missing) {
    const local = join(folder, key.slice(0, 7), key)
    // Deleted meanwhile.
    const found = await stat(local).catch(() => undefined)
    if (!found) continue
    index[key] = [found.size, await hashOf(local)]
    await sink.put(mediaPathOf(company, key), local)
    if (++added % indexEvery === 0) await save()
    progress({ kind: 'files', done: added, of: missing.length })
  }
  if (added > 0) await save()
  return { files: keys.length, bytes: keys.reduce((sum, key) => sum + (index[key]?.[0] ?? 0), 0), added }
}

export async function mediaKeys(folder: string) {
  const months = (await readdir(folder).catch(() => [])).filter((name) => /^\d{4}-\d{2}$/.test(name))
  const keys = await Promise.all(months.map((month) => readdir(join(folder, month))))
  return keys.flat().filter((key) => /^\d{4}-\d{2}-[\w-]+(?:\.[a-z0-9]*)?$/.test(key))
}
