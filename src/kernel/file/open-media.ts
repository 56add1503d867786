import { createWriteStream, existsSync } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CompanyContext } from '../company/company-context'
import { errorCode, Refusal } from '../errors'
import { BucketError, md5Of } from './bucket/bucket'
import { filesUnreachable, getObject, type MediaBucket } from './bucket/media-bucket'
import { type Media, mediaPath } from './media-store'

const stallMs = 30_000

/** A file on this machine, which stays there until it is closed: `using file = await openMedia(…)`. */
export interface OpenMedia extends Disposable {
  readonly path: string
}

export const isUnreachable = (error: unknown) => error instanceof Refusal && error.code === 'ERR_FILES_UNREACHABLE'

/** Undefined if the file would have to be fetched first, or is missing. */
export function localPath(ctx: CompanyContext, { key, objectKey }: Media): string | undefined {
  const { id, services } = ctx.company
  const copy = objectKey === null ? undefined : services.mediaBucket?.cache.pathOf(id, objectKey)
  if (copy !== undefined && existsSync(copy)) return copy
  const own = mediaPath(ctx, key)
  return existsSync(own) ? own : undefined
}

/** Fetches the file if only the bucket has it. Undefined when missing. @throws Refusal ERR_FILES_UNREACHABLE */
export async function openMedia(ctx: CompanyContext, media: Media): Promise<OpenMedia | undefined> {
  const { id, services } = ctx.company
  const { mediaBucket } = services
  if (!mediaBucket || media.objectKey === null) {
    const path = localPath(ctx, media)
    return path === undefined ? undefined : { path, [Symbol.dispose]() {} }
  }
  const { cache } = mediaBucket
  const copy = cache.pathOf(id, media.objectKey)
  const close = cache.hold(copy)
  try {
    // The file of the folder is deleted soon after the bucket has it.
    const path = localPath(ctx, media)
    if (path !== undefined) cache.link(path, copy)
    else await fetchCopy(ctx, mediaBucket, media.objectKey, media.size)
    cache.noteUse(copy)
    return { path: copy, [Symbol.dispose]: close }
  } catch (error) {
    close()
    if (!(error instanceof BucketError)) throw error
    if (error.reason !== 'missing') throw filesUnreachable()
    services.log.error('The bucket has lost a file', { company: id, file: media.objectKey })
    return undefined
  }
}

function fetchCopy({ company }: CompanyContext, mediaBucket: MediaBucket, objectKey: string, bytes: number) {
  const { cache, bucket } = mediaBucket
  return cache.fetch(cache.pathOf(company.id, objectKey), async (part) => {
    const stall = new AbortController()
    const response = await getObject(company, mediaBucket, objectKey, undefined, stall.signal)
    const problem = await writeBody(response, part, bytes, stall)
    if (problem === undefined) return
    company.services.log.error(`The bucket sent ${problem}`, { company: company.id, file: objectKey })
    throw new BucketError('damaged', `The bucket ${bucket.name} sent ${problem}`)
  })
}

/** Returns what is wrong when the length or, where the bucket tells it, the MD5 is another. */
async function writeBody({ body, headers }: Response, path: string, bytes: number, stall: AbortController) {
  const hasher = new Bun.CryptoHasher('md5')
  const timer = setTimeout(() => stall.abort(), stallMs)
  let received = 0
  const count = new Transform({
    transform(piece: Uint8Array, _, done) {
      timer.refresh()
      received += piece.length
      hasher.update(piece)
      done(null, piece)
    },
  })
  try {
    await pipeline(body ?? new Blob().stream(), count, createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    // A full disk is no fault of the bucket.
    if (errorCode(error) === 'ENOSPC') throw error
    return 'a part of a file'
  } finally {
    clearTimeout(timer)
  }
  if (received !== bytes) return `${received} bytes of a file of ${bytes}`
  const expected = md5Of(headers.get('etag'))
  return expected !== undefined && hasher.digest('hex') !== expected ? 'other bytes than it was given' : undefined
}
