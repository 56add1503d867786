import { CommandRefused } from '../../command/command'
import { readChecked, writeChecked } from './checked-json'
import type { CheckedFile } from '../../kernel/database/wal/copy-database'
import { parseSegmentName } from './spool'
import type { Sink } from './sink'

/*
 * A backup folder or bucket:
 *   recado-backup.json                 whose it is
 *   backups/<ms>.json                  what one backup has
 *   bases/<name>/<ms>.sqlite.zst       copies of files, each described in …​.json
 *   log/<name>/<chain>-<n>-<ms>.segment  the writes since
 *   log/ends.json                      where the last segment of each file ends
 *   media/<company>/…, media/<company>.json  files, each once
 *   host/…                             the sealed host key and pictures of the platform
 */

const format = 1
const ownerPath = 'recado-backup.json'

interface Owner {
  format: number
  hostId: string
}

export interface WrittenBase extends CheckedFile {
  /** Of the compressed file. */
  sha256: string
  size: number
  /** Of the file itself. */
  bytes: number
}

/** A copy of a file, described beside it. */
export interface Base extends WrittenBase {
  /** Of the file in the archive: a company's number, or `platform`. */
  name: string
  path: string
  atMs: number
  /** Where the archive of writes leads on. Undefined without one. */
  position: { chain: string; run: number; frame: number } | undefined
  recado: string
}

export interface CopiedMedia {
  files: number
  bytes: number
  added: number
}

export interface StoredPart {
  path: string
  size: number
  sha256: string
}

export interface Backup {
  format: number
  recado: string
  hostId: string
  atMs: number
  bases: Base[]
  companies: { id: number; name: string; media: CopiedMedia }[]
  files: StoredPart[]
  /** Companies that could not be copied, and why. */
  failed: { company: number; reason: string }[]
}

/** @throws CommandRefused when it is another host's or of a newer version */
export async function claimRepository(sink: Sink, hostId: string) {
  const owner = await readChecked<Owner>(sink, ownerPath)
  if (!owner) return writeChecked(sink, ownerPath, { format, hostId } satisfies Owner)
  requireFormat(sink, owner.format)
  if (owner.hostId !== hostId) {
    throw new CommandRefused(`${sink.name} holds the backup of another host. Name another folder.`)
  }
}

function requireFormat(sink: Sink, found: number) {
  if (found > format) throw new CommandRefused(`${sink.name} was written by a newer Recado. Use that version.`)
}

/** By the name of the file in the archive. */
export type LogEnds = Record<string, { chain: string; number: number; bytes: number }>

export const logEndsPath = 'log/ends.json'

export const backupPath = (atMs: number) => `backups/${atMs}.json`
export const basePath = (name: string, atMs: number) => `bases/${name}/${atMs}.sqlite.zst`

/** Oldest first. */
export async function listBackups(sink: Sink): Promise<number[]> {
  const files = await sink.list('backups')
  return files.map(({ path }) => Number(/(\d+)\.json$/.exec(path)?.[1])).sort((a, b) => a - b)
}

/** The newest one up to then. @throws CommandRefused when there is none */
export async function findBackup(sink: Sink, atMs = Number.POSITIVE_INFINITY): Promise<Backup> {
  const owner = await readChecked<Owner>(sink, ownerPath)
  if (!owner) throw new CommandRefused(`${sink.name} holds no backup of Recado.`)
  requireFormat(sink, owner.format)
  const found = (await listBackups(sink)).findLast((at) => at <= atMs)
  if (found === undefined) throw new CommandRefused(await tooEarly(sink, await listBackups(sink)))
  const backup = await readChecked<Backup>(sink, backupPath(found))
  if (!backup) throw new Error(`${sink.name}/${backupPath(found)} has disappeared`)
  return backup
}

export async function tooEarly(sink: Sink, times: readonly number[]) {
  const [first] = times
  return first === undefined
    ? `${sink.name} holds no complete backup.`
    : `The oldest backup in ${sink.name} is of ${localTime(first)}.`
}

export const localTime = (ms: number) => new Date(ms).toLocaleString('sv')

/** Copies of a file, oldest first. */
export async function listBases(sink: Sink, name: string): Promise<{ path: string; atMs: number; size: number }[]> {
  const files = await sink.list(`bases/${name}`)
  const described = new Set(files.map(({ path }) => path))
  return files
    .filter(({ path }) => described.has(`${path}.json`))
    .map(({ path, size }) => ({ path, size, atMs: Number(/(\d+)\.sqlite\.zst$/.exec(path)?.[1]) }))
    .sort((a, b) => a.atMs - b.atMs)
}

/** @throws Error when its description is missing or was changed */
export async function readBase(sink: Sink, path: string): Promise<Base> {
  const base = await readChecked<Base>(sink, `${path}.json`)
  if (!base) throw new Error(`${sink.name}/${path}.json is missing`)
  return base
}

/** In their order within each history. */
export async function listSegments(sink: Sink, name: string) {
  const files = await sink.list(`log/${name}`)
  return files.flatMap(({ path, size }) => {
    const parsed = parseSegmentName(path.slice(path.lastIndexOf('/') + 1))
    return parsed ? [{ ...parsed, path, size }] : []
  })
}
