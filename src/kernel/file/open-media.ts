import { createWriteStream, existsSync } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CompanyContext } from '../company/company-context'
import { Refusal } from '../errors'
import { BucketError, md5Of } from './bucket/bucket'
import { filesUnreachable, getObject, type MediaBucket } from './bucket/media-bucket'
import { type Media, mediaPath } from './media-store'

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
    const path = localPath(ctx, media) ?? copy
    if (path === copy) await fetchCopy(ctx, mediaBucket, media.objectKey, media.size)
    cache.noteUse(path)
    return { path, [Symbol.dispose]: close }
  } catch (error) {
    close()
    if (!(error instanceof BucketError)) throw error
    if (error.reason !== 'missing') throw filesUnreachable()
    services.log.error('The bucket has lost a file', { company: id, file: media.objectKey })
    return undefined
  }
}

function fetchCopy({ company }: CompanyContext, mediaBucket: MediaBucket, objectKey: string, bytes: number) {
  const { cache, bucket, use } = mediaBucket
  const write = async (part: string) =>
    use(async () => download(await getObject(company, mediaBucket, objectKey), part, { bytes, of: bucket.name }))
  return cache.fetch(cache.pathOf(company.id, objectKey), write)
}

/** @throws BucketError damaged when the length or, where the bucket tells it, the MD5 is another */
async function download(response: Response, path: string, { bytes, of }: { bytes: number; of: string }) {
  const hasher = new Bun.CryptoHasher('md5')
  let received = 0
  const count = new Transform({
    transform(piece: Uint8Array, _, done) {
      received += piece.length
      hasher.update(piece)
      done(null, piece)
    },
  })
  const damaged = (why: string) => new BucketError('damaged', `The bucket ${of} sent ${why}`)
  await pipeline(response.body ?? new Blob().stream(), count, createWriteStream(path, { mode: 0o600 })).catch(() => {
    throw damaged('a part of a file')
  })
  if (received !== bytes) throw damaged(`${received} bytes of a file of ${bytes}`)
  const expected = md5Of(response.headers.get('etag'))
  if (expected !== undefined && hasher.digest('hex') !== expected) throw damaged('other bytes than it was given')
}
