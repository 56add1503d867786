import type { CompanyContext } from '../company/company-context'
import { refuse } from '../errors'
import { answerHead, serveFile } from '../http/serve-file'
import { BucketError } from './bucket/bucket'
import { filesUnreachable, getObject, type MediaBucket } from './bucket/media-bucket'
import type { Media } from './media-store'
import { localPath, openMedia } from './open-media'

/** Larger ones are passed through as they arrive: fetching them first would let the reader wait. */
const fetchedBytesMax = 8 * 1024 * 1024
const openingMs = 5_000

/** @throws Refusal ERR_NO_MEDIA_FOUND, ERR_FILES_UNREACHABLE */
export function serveMedia(ctx: CompanyContext, request: Request, media: Media): Response | Promise<Response> {
  const path = localPath(ctx, media)
  const { mediaBucket } = ctx.company.services
  if (path !== undefined) {
    if (media.objectKey !== null) mediaBucket?.cache.noteUse(path)
    return serveFile(request, { ...media, path })
  }
  if (!mediaBucket || media.objectKey === null) return refuse('ERR_NO_MEDIA_FOUND')
  if (media.size <= fetchedBytesMax) return serveFetched(ctx, request, media)
  return passThrough(ctx, request, media, mediaBucket)
}

async function serveFetched(ctx: CompanyContext, request: Request, media: Media) {
  const file = await openMedia(ctx, media)
  if (!file) return refuse('ERR_NO_MEDIA_FOUND')
  // The answer opens it once it is sent.
  setTimeout(() => file[Symbol.dispose](), openingMs).unref()
  return serveFile(request, { ...media, path: file.path })
}

async function passThrough({ company }: CompanyContext, request: Request, media: Media, mediaBucket: MediaBucket) {
  const { range, hasBody, ...head } = answerHead(request, media)
  if (!hasBody) return new Response(null, head)
  try {
    const { body, headers } = await getObject(company, mediaBucket, media.objectKey ?? '', range, request.signal)
    const isWhole = headers.get('content-length') === head.headers.get('content-length')
    if (body && isWhole) return new Response(breakable(body), head)
    await body?.cancel()
    company.services.log.error('The bucket has another length of a file', {
      company: company.id,
      file: media.objectKey,
    })
    throw filesUnreachable()
  } catch (error) {
    if (!(error instanceof BucketError)) throw error
    if (error.reason === 'missing') return refuse('ERR_NO_MEDIA_FOUND')
    throw filesUnreachable()
  }
}

/** Where the bucket stops, the connection is broken. Bun would print an error, which contains the signed address. */
function breakable(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch {
        controller.error()
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
