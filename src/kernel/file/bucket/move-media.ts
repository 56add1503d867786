import { copyFileSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompanyContext } from '../../company/company-context'
import type { FreshContext } from '../../job/jobs'
import { findMedia, type Media, mediaPath } from '../media-store'
import { openMedia } from '../open-media'
import { BucketError, md5OfFile } from './bucket'
import type { MediaBucket } from './media-bucket'
import { countUploads, listInBucket, removeUnused, setObject, useBucket, useFolder } from './media-location'
import { removeObjects } from './remove-objects'
import { uploadWaiting } from './upload-media'

const filesAtOnce = 4

interface MoveOptions {
  noted: (done: number) => void
  signal?: AbortSignal
}

/** After a stop or crash, the running process uploads the files that are left. @throws BucketError; the signal's reason */
export async function moveToBucket(freshContext: FreshContext, { noted, signal }: MoveOptions) {
  await useBucket(freshContext())
  const files = countUploads(freshContext())
  await uploadWaiting(freshContext, { signal, noted: () => noted(Math.max(0, files - countUploads(freshContext()))) })
}

/** After a stop or crash it goes on where it was. @throws BucketError; Refusal ERR_STORAGE_LOW; the signal's reason */
export async function moveToFolder(freshContext: FreshContext, { noted, signal }: MoveOptions) {
  useFolder(freshContext())
  const verified = new Set<string>()
  let done = 0
  for (let ids = nextFiles(freshContext(), 0); ids.length > 0;) {
    signal?.throwIfAborted()
    const moves = ids.map((id) => moveFileToFolder(freshContext, id, verified))
    for (const result of await Promise.allSettled(moves)) if (result.status === 'rejected') throw result.reason
    noted((done += ids.length))
    ids = nextFiles(freshContext(), ids.at(-1) ?? 0)
  }
  await removeObjects(freshContext, signal)
}

const nextFiles = (ctx: CompanyContext, after: number) =>
  listInBucket(ctx, after, ctx.company.services.mediaBucket?.callsAtOnce(filesAtOnce) ?? 0)

async function moveFileToFolder(freshContext: FreshContext, mediaId: number, verified: Set<string>) {
  const ctx = freshContext()
  const media = findMedia(ctx, mediaId)
  const { mediaBucket, freeSpace } = ctx.company.services
  if (!mediaBucket || !media || media.objectKey === null) return
  freeSpace.requireForFiles()
  using file = await openMedia(ctx, media)
  // Lost by the bucket, which is logged and stays to be seen.
  if (!file) return
  if (!verified.has(media.objectKey)) await verify(ctx, mediaBucket, media, file.path)
  verified.add(media.objectKey)
  const path = mediaPath(ctx, media.key)
  if (file.path !== path) place(file.path, path, media.size)
  await sync(path)
  const after = freshContext()
  const isLast = after.transaction(() => {
    const objectKey = findMedia(after, mediaId)?.objectKey
    if (objectKey) setObject(after, mediaId, null)
    return objectKey ? removeUnused(after, objectKey) : undefined
  })
  if (isLast === undefined && !findMedia(after, mediaId)) rmSync(path, { force: true })
  if (isLast) mediaBucket.cache.drop(mediaBucket.cache.pathOf(after.company.id, media.objectKey))
}

/** The copy on this machine is what the bucket has. @throws BucketError damaged */
async function verify({ company }: CompanyContext, { cache, ...files }: MediaBucket, media: Media, path: string) {
  const objectKey = media.objectKey ?? ''
  const { bytes, md5 } = await files.use((bucket) => bucket.head(files.nameOf(company.id, objectKey)))
  const isSame = statSync(path).size === media.size && bytes === media.size
  if (isSame && (md5 === undefined || md5 === (await md5OfFile(path)))) return
  cache.drop(cache.pathOf(company.id, objectKey))
  throw new BucketError('damaged', `The copy of ${objectKey} on this machine is not what the bucket has`)
}

function place(from: string, path: string, bytes: number) {
  if (statSync(path, { throwIfNoEntry: false })?.size === bytes) return
  rmSync(path, { force: true })
  const part = `${path}.part`
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  try {
    linkSync(from, path)
  } catch {
    copyFileSync(from, part)
    renameSync(part, path)
  }
}

/** A power cut must not take it once the bucket has deleted its own. */
async function sync(path: string) {
  for (const name of [path, join(path, '..')]) {
    const handle = await open(name, 'r')
    await handle.sync().finally(() => handle.close())
  }
}
