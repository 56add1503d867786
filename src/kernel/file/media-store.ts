import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, linkSync, mkdirSync, rmSync } from 'node:fs'
import { extname, join } from 'node:path'
import { afterTransaction, type CompanyContext } from '../company/company-context'
import { perCompany } from '../company/company-files'
import { linkRequestFile } from '../http/body/request-files'
import { measurePixels, type Pixels } from './measure-pixels'
import { downloadName } from './download-name.contract'
import { sniffType } from './sniff-type'

/** The kind of record that a file belongs to; it decides who may read the file. */
export type MediaKind =
  | 'message'
  | 'contact'
  | 'user'
  | 'connection'
  | 'file-list'
  | 'quick-message'
  | 'schedule'
  | 'internal-chat'
  | 'contact-import'
  | 'campaign'
  | 'flow'
  | 'agent'

export interface Media {
  id: number
  key: string
  kind: MediaKind
  ownerId: number
  /** File name for downloads. Untrusted; sanitised when served. */
  name: string
  /** Detected from the bytes, not taken from the sender. */
  type: string
  size: number
  /** Size of a picture or video, if known. */
  pixels?: Pixels
}

interface MediaRow extends Omit<Media, 'ownerId' | 'pixels'> {
  owner_id: number
  width: number | null
  height: number | null
}

const toMedia = ({ owner_id, width, height, ...row }: MediaRow): Media => ({
  ...row,
  ownerId: owner_id,
  ...(width !== null && height !== null ? { pixels: { width, height } } : {}),
})
const columns = 'id, key, kind, owner_id, name, type, size, width, height'

const statements = perCompany(({ sqlite }) => ({
  insert: sqlite.prepare<{ id: number }, (string | number | null)[]>(
    `INSERT INTO media (key, kind, owner_id, name, type, size, width, height, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  ),
  byId: sqlite.prepare<MediaRow, [number]>(`SELECT ${columns} FROM media WHERE id = ?`),
  byKey: sqlite.prepare<MediaRow, [string]>(`SELECT ${columns} FROM media WHERE key = ?`),
}))

export interface StagedFile {
  key: string
  type: string
  size: number
  name: string
  pixels?: Pixels
}

/**
 * Writes the bytes to the company's media folder. Call it before the transaction that records the file: a crash in between
 * leaves an unreferenced file, never a record without its file.
 */
export async function stageFile(
  ctx: CompanyContext,
  bytes: Uint8Array | Blob,
  name: string,
  claimedType = '',
): Promise<StagedFile> {
  const head = bytes instanceof Blob ? new Uint8Array(await bytes.slice(0, 64).arrayBuffer()) : bytes.subarray(0, 64)
  const type = sniffType(head, claimedType)
  const key = newKey(ctx, downloadName(name, type))
  const path = mediaPath(ctx, key)
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  const isLinked = bytes instanceof Blob && linkRequestFile(bytes, path)
  const size = isLinked ? bytes.size : await Bun.write(path, bytes)
  const pixels = await measurePixels(Bun.file(path), type)
  return { key, type, size, name: withoutFolders(name).slice(0, 255), ...(pixels ? { pixels } : {}) }
}

/**
 * Stages a stored file again under a new key, sharing its bytes where the disk supports it. Returns undefined when the file
 * is missing. Call it in the transaction that may record the copy, after which a copy without a record is deleted.
 */
export function stageAgain(ctx: CompanyContext, media: Media): StagedFile | undefined {
  const { name, type, size, pixels } = media
  if (!mediaFileExists(ctx, media)) return undefined
  const key = newKey(ctx, downloadName(name, type))
  const path = mediaPath(ctx, key)
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  try {
    linkSync(mediaPath(ctx, media.key), path)
  } catch {
    copyFileSync(mediaPath(ctx, media.key), path)
  }
  afterTransaction(ctx, () => void discardFile(ctx, key))
  return { key, type, size, name, ...(pixels ? { pixels } : {}) }
}

/** Some programs send a whole path as the file name. */
const withoutFolders = (name: string) => name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)

function newKey(ctx: CompanyContext, name: string) {
  const extension = extname(name)
    .toLowerCase()
    .replace(/[^.a-z0-9]/g, '')
    .slice(0, 10)
    .replace(/^\.$/, '')
  return `${ctx.now.toISOString().slice(0, 7)}-${randomBytes(18).toString('base64url')}${extension}`
}

/** Deletes those of the staged files that no record was made for. */
export function discardFiles(ctx: CompanyContext, files: readonly StagedFile[]) {
  for (const { key } of files) discardFile(ctx, key)
}

/** Deletes a file that has no record. Returns whether there was one. */
export function discardFile(ctx: CompanyContext, key: string): boolean {
  const path = mediaPath(ctx, key)
  if (findMediaByKey(ctx, key) || !existsSync(path)) return false
  rmSync(path)
  return true
}

export function recordFile(ctx: CompanyContext, file: StagedFile, kind: MediaKind, ownerId: number): Media {
  const { key, name, type, size, pixels } = file
  const { width = null, height = null } = pixels ?? {}
  const values = [key, kind, ownerId, name, type, size, width, height, ctx.now.getTime()]
  const row = statements(ctx.company).insert.get(...values)
  return { id: row?.id ?? 0, key, kind, ownerId, name, type, size, ...(pixels ? { pixels } : {}) }
}

export function findMedia(ctx: CompanyContext, id: number | null): Media | undefined {
  const row = id === null ? null : statements(ctx.company).byId.get(id)
  return row ? toMedia(row) : undefined
}

export function findMediaByKey(ctx: CompanyContext, key: string): Media | undefined {
  const row = statements(ctx.company).byKey.get(key)
  return row ? toMedia(row) : undefined
}

/** Returns the files of a kind stored before that time. */
export function listMediaBefore(ctx: CompanyContext, kind: MediaKind, before: Date): { id: number; key: string }[] {
  return ctx.company.sqlite
    .query<{ id: number; key: string }, [string, number]>('SELECT id, key FROM media WHERE kind = ? AND created_at < ?')
    .all(kind, before.getTime())
}

/** Gives a file to another record of its kind, for one that was uploaded before its record existed. */
export function setMediaOwner(ctx: CompanyContext, id: number, ownerId: number) {
  ctx.company.sqlite.run('UPDATE media SET owner_id = ? WHERE id = ?', [ownerId, id])
}

/** Deletes the record in the current transaction and the file after the commit. */
export function deleteMedia(ctx: CompanyContext, id: number) {
  const media = findMedia(ctx, id)
  if (!media) return
  ctx.company.sqlite.run('DELETE FROM media WHERE id = ?', [id])
  const erase = () => rmSync(mediaPath(ctx, media.key), { force: true })
  if (ctx.company.pending) ctx.company.pending.afterCommit.push(erase)
  else erase()
}

/** The file's path. Keys are generated here and read from the database, never taken from a request. */
export function mediaPath(ctx: CompanyContext, key: string) {
  return join(ctx.company.mediaFolder, key.slice(0, 7), key)
}

export function mediaFileExists(ctx: CompanyContext, media: Media) {
  return existsSync(mediaPath(ctx, media.key))
}

/** The URL for the browser; empty when there is no file. */
export function mediaUrlOf(ctx: CompanyContext, id: number | null) {
  const media = findMedia(ctx, id)
  return media ? mediaUrl(media.key) : ''
}

export function mediaUrl(key: string) {
  return `/media/${key}`
}
