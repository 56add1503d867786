import { and, eq, lt } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, linkSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { afterCommit, afterTransaction, type CompanyContext } from '../company/company-context'
import { statement } from '../database/statement'
import { linkRequestFile } from '../http/body/request-files'
import { pick } from '../typed-object.contract'
import { noteNewFile, removeUnused } from './bucket/media-location'
import { measurePixels, type Pixels } from './measure-pixels'
import { downloadName } from './download-name.contract'
import { type MediaKind, mediaTable } from './media.tables'
import { requireRoomForFiles } from './room-for-files'
import { sniffType } from './sniff-type'

const { id, key, kind, ownerId, name, type, size, width, height, objectKey, createdAt } = mediaTable

const fields = { id, key, kind, ownerId, name, type, size, width, height, objectKey }
const written = ['key', 'kind', 'ownerId', 'name', 'type', 'size', 'width', 'height', 'objectKey', 'createdAt'] as const

type MediaRow = Pick<typeof mediaTable.$inferSelect, keyof typeof fields>
type NewMedia = Pick<typeof mediaTable.$inferSelect, (typeof written)[number]>

export interface Media extends Omit<MediaRow, 'width' | 'height'> {
  pixels?: Pixels
}

const toMedia = ({ width, height, ...row }: MediaRow): Media => ({
  ...row,
  ...(width !== null && height !== null ? { pixels: { width, height } } : {}),
})

const statements = {
  insert: statement((db, row: NewMedia) =>
    db
      .insert(mediaTable)
      .values(pick(row, ...written))
      .returning({ id }),
  ),
  byId: statement((db, of: { id: number }) => db.select(fields).from(mediaTable).where(eq(id, of.id))),
  byKey: statement((db, of: { key: string }) => db.select(fields).from(mediaTable).where(eq(key, of.key))),
  remove: statement((db, of: { id: number }) => db.delete(mediaTable).where(eq(id, of.id))),
}

export interface StagedFile {
  key: string
  type: string
  size: number
  name: string
  pixels?: Pixels
  isShared?: boolean
  /** A copy of a file that the bucket has. */
  objectKey?: string
}

export async function stageFile(
  ctx: CompanyContext,
  bytes: Uint8Array | Blob,
  name: string,
  claimedType = '',
): Promise<StagedFile> {
  const head = bytes instanceof Blob ? new Uint8Array(await bytes.slice(0, 64).arrayBuffer()) : bytes.subarray(0, 64)
  requireRoomForFiles(ctx.company)
  const type = sniffType(head, claimedType)
  const key = newKey(ctx, downloadName(name, type))
  const path = mediaPath(ctx, key)
  const size = await writeCounted(ctx, bytes, path)
  const pixels = await measurePixels(Bun.file(path), type)
  return { key, type, size, name: withoutFolders(name).slice(0, 255), ...(pixels ? { pixels } : {}) }
}

/** Counts before writing, so that files stored at the same time see each other. */
async function writeCounted({ company }: CompanyContext, bytes: Uint8Array | Blob, path: string) {
  const size = bytes instanceof Blob ? bytes.size : bytes.length
  company.services.storedBytes.add(company.id, size)
  try {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
    if (!(bytes instanceof Blob && linkRequestFile(bytes, path))) await Bun.write(path, bytes)
    return size
  } catch (error) {
    company.services.storedBytes.add(company.id, -size)
    throw error
  }
}

export type StageFile = (bytes: Uint8Array | Blob, name: string, claimedType?: string) => Promise<StagedFile>

export async function withStagedFiles<T>(ctx: CompanyContext, work: (stage: StageFile) => Promise<T>): Promise<T> {
  const staged: StagedFile[] = []
  try {
    return await work(async (bytes, name, claimedType) => {
      const file = await stageFile(ctx, bytes, name, claimedType)
      staged.push(file)
      return file
    })
  } finally {
    discardFiles(ctx, staged)
  }
}

export async function stageEach(stage: StageFile, files: readonly File[] = []): Promise<StagedFile[]> {
  const staged: StagedFile[] = []
  for (const file of files) staged.push(await stage(file, file.name, file.type))
  return staged
}

/** Shares the bytes where the disk supports it. Undefined when missing. Call it in the transaction that may record the copy. */
export function stageAgain(ctx: CompanyContext, media: Media): StagedFile | undefined {
  const { name, type, size, pixels } = media
  if (!mediaFileExists(ctx, media)) return undefined
  const key = newKey(ctx, downloadName(name, type))
  if (media.objectKey !== null)
    return { key, objectKey: media.objectKey, type, size, name, isShared: true, ...(pixels ? { pixels } : {}) }
  const path = mediaPath(ctx, key)
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  const isShared = linkOrCopy(mediaPath(ctx, media.key), path)
  if (!isShared) ctx.company.services.storedBytes.add(ctx.company.id, size)
  const staged = { key, type, size, name, isShared, ...(pixels ? { pixels } : {}) }
  afterTransaction(ctx, () => discardFiles(ctx, [staged]))
  return staged
}

function linkOrCopy(from: string, path: string) {
  try {
    linkSync(from, path)
    return true
  } catch {
    copyFileSync(from, path)
    return false
  }
}

const withoutFolders = (name: string) => name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)

export function newKey({ now }: CompanyContext, name: string) {
  return keyOf(now, randomBytes(18).toString('base64url'), name)
}

/** @param unique 24 letters */
export function keyOf(at: Date, unique: string, name: string) {
  const extension = extname(name)
    .toLowerCase()
    .replace(/[^.a-z0-9]/g, '')
    .slice(0, 10)
    .replace(/^\.$/, '')
  return `${at.toISOString().slice(0, 7)}-${unique}${extension}`
}

export function discardFiles(ctx: CompanyContext, files: readonly StagedFile[]) {
  const { id, services } = ctx.company
  for (const { key, size, isShared } of files) {
    if (discardFile(ctx, key) && !isShared) services.storedBytes.add(id, -size)
  }
}

/** A file without a record is not counted. Returns whether there was one. */
export function discardFile(ctx: CompanyContext, key: string): boolean {
  const path = mediaPath(ctx, key)
  if (findMediaByKey(ctx, key) || !existsSync(path)) return false
  rmSync(path)
  return true
}

export function recordFile(ctx: CompanyContext, file: StagedFile, kind: MediaKind, ownerId: number): Media {
  const { key, name, type, size, pixels, objectKey = null } = file
  const { width = null, height = null } = pixels ?? {}
  const values = { key, kind, ownerId, name, type, size, width, height, objectKey, createdAt: ctx.now }
  const insert = () => ({
    id: statements.insert.get(ctx, values)?.id ?? 0,
    key,
    kind,
    ownerId,
    name,
    type,
    size,
    objectKey,
    ...(pixels ? { pixels } : {}),
  })
  if (!ctx.company.services.mediaBucket) return insert()
  return ctx.transaction(() => {
    const media = insert()
    noteNewFile(ctx, media)
    return media
  })
}

export function findMedia(ctx: CompanyContext, id: number | null): Media | undefined {
  const row = id === null ? undefined : statements.byId.get(ctx, { id })
  return row && toMedia(row)
}

export function findMediaByKey(ctx: CompanyContext, key: string): Media | undefined {
  const row = statements.byKey.get(ctx, { key })
  return row && toMedia(row)
}

export function listMediaBefore(ctx: CompanyContext, of: MediaKind, before: Date) {
  return ctx.db
    .select({ id, key })
    .from(mediaTable)
    .where(and(eq(kind, of), lt(createdAt, before)))
    .all()
}

export function setMediaOwner(ctx: CompanyContext, id: number, ownerId: number) {
  ctx.db.update(mediaTable).set({ ownerId }).where(eq(mediaTable.id, id)).run()
}

export function deleteMedia(ctx: CompanyContext, mediaId: number | null) {
  const media = findMedia(ctx, mediaId)
  if (!media) return
  if (media.objectKey !== null) return deleteFromBucket(ctx, media, media.objectKey)
  statements.remove.run(ctx, media)
  afterCommit(ctx, () => eraseFile(ctx, mediaPath(ctx, media.key)))
}

function deleteFromBucket(ctx: CompanyContext, media: Media, objectKey: string) {
  const { id, services } = ctx.company
  const { storedBytes, mediaBucket } = services
  ctx.transaction(() => {
    statements.remove.run(ctx, media)
    if (!removeUnused(ctx, objectKey)) return
    afterCommit(ctx, () => {
      storedBytes.add(id, -media.size)
      rmSync(mediaPath(ctx, media.key), { force: true })
      mediaBucket?.cache.drop(mediaBucket.cache.pathOf(id, objectKey))
    })
  })
}

function eraseFile({ company }: CompanyContext, path: string) {
  const found = statSync(path, { throwIfNoEntry: false })
  rmSync(path, { force: true })
  // Shared bytes stay until the last copy is deleted.
  if (found?.nlink === 1) company.services.storedBytes.add(company.id, -found.size)
}

export function mediaPath(ctx: CompanyContext, key: string) {
  return pathInFolder(ctx.company.mediaFolder, key)
}

export const pathInFolder = (mediaFolder: string, key: string) => join(mediaFolder, key.slice(0, 7), key)

export function mediaFileExists(ctx: CompanyContext, { key, objectKey }: Media) {
  return (objectKey !== null && ctx.company.services.mediaBucket !== undefined) || existsSync(mediaPath(ctx, key))
}

export function mediaUrlOf(ctx: CompanyContext, id: number | null) {
  const media = findMedia(ctx, id)
  return media ? mediaUrl(media.key) : ''
}

export function mediaUrl(key: string) {
  return `/media/${key}`
}
