import { createReadStream } from 'node:fs'
import type { BucketConfig } from '../../config/media-config'

/** `missing`: no such object. `damaged`: other bytes arrived. `unreachable`: anything else; try again. `message` is for the host. */
export class BucketError extends Error {
  constructor(
    readonly reason: 'missing' | 'damaged' | 'unreachable',
    message: string,
    /** Services ask for a repetition after a moment, such as when they move data. */
    readonly isBrief = false,
  ) {
    super(message)
    this.name = 'BucketError'
  }
}

export interface BucketObject {
  key: string
  bytes: number
  changedAt: Date
}

export interface ObjectHead {
  bytes: number
  /** In hexadecimal, where the bucket tells it. */
  md5: string | undefined
}

export type Bucket = ReturnType<typeof createBucket>

const answerMs = 20_000
/** What the slowest link is given to carry: 64 KB/s. */
const transferMs = (bytes: number) => 60_000 + bytes / 64
const linkSeconds = 900
const listedMax = 1000

/** One S3-compatible bucket. Every call throws a BucketError, or the signal's reason. */
export function createBucket({ bucket, endpoint, region, accessKeyId, secretAccessKey }: BucketConfig) {
  const client = new Bun.S3Client({ bucket, endpoint, region, accessKeyId, secretAccessKey })
  const place = `${bucket}${endpoint === undefined ? '' : ` at ${endpoint}`}`

  type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE'

  /** The time is limited up to the head of the answer. */
  const call = (...given: Parameters<typeof callOnce>) => repeated(() => callOnce(...given))

  async function callOnce(method: Method, key: string, init: RequestInit = {}, timeMs = answerMs) {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(tooSlow(timeMs)), timeMs)
    const url = client.presign(key, { method, expiresIn: linkSeconds })
    const signal = init.signal ? AbortSignal.any([init.signal, abort.signal]) : abort.signal
    try {
      const response = await fetch(url, { ...init, method, signal, redirect: 'manual' })
      if (response.ok) return response
      throw refusedBy(response.status, method === 'HEAD' ? '' : await response.text())
    } catch (error) {
      init.signal?.throwIfAborted()
      throw error instanceof BucketError ? error : unreachable(place, error)
    } finally {
      clearTimeout(timer)
    }
  }

  const refusedBy = (status: number, text: string) => errorOf(status, text, place)

  async function head(key: string): Promise<ObjectHead> {
    const { headers } = await call('HEAD', key)
    return { bytes: Number(headers.get('content-length')), md5: md5Of(headers.get('etag')) }
  }

  async function listOnce(prefix: string, startAfter?: string): Promise<BucketObject[]> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(tooSlow(answerMs)), answerMs)
    try {
      const page = client.list({ prefix, maxKeys: listedMax, ...(startAfter && { startAfter }) })
      const { contents = [] } = await Promise.race([page, late.promise])
      return contents.map(({ key, size, lastModified }) => ({
        key,
        bytes: size ?? 0,
        changedAt: new Date(lastModified ?? 0),
      }))
    } catch (error) {
      const { code, message } = error as { code?: unknown; message?: unknown }
      if (typeof code === 'string' && (error as Error).name === 'S3Error')
        throw errorOf(0, `<Code>${code}</Code><Message>${message}</Message>`, place)
      throw unreachable(place, error)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    name: place,
    head,
    /** Returns once the bucket has it with the same length and, where it tells, the same MD5. */
    async put(key: string, path: string, signal?: AbortSignal) {
      const md5 = await md5OfFile(path)
      const file = Bun.file(path)
      const headers = { 'content-md5': Buffer.from(md5, 'hex').toString('base64') }
      await call('PUT', key, { body: file, headers, signal }, transferMs(file.size))
      const stored = await head(key)
      if (stored.bytes !== file.size || (stored.md5 ?? md5) !== md5)
        throw new BucketError('damaged', `The bucket ${place} stored other bytes than it was given`)
    },
    /** `range`: first and last byte. */
    async get(key: string, range?: readonly [number, number], signal?: AbortSignal) {
      const headers = range ? { range: `bytes=${range[0]}-${range[1]}` } : undefined
      const response = await call('GET', key, { headers, signal })
      if (range && response.status !== 206) {
        await response.body?.cancel()
        throw new BucketError('unreachable', `The bucket ${place} does not serve parts of files`)
      }
      return response
    },
    async remove(key: string) {
      try {
        await call('DELETE', key)
      } catch (error) {
        if (!(error instanceof BucketError && error.reason === 'missing')) throw error
      }
    },
    /** Up to a thousand, in the order of their keys. */
    list: (prefix: string, startAfter?: string) => repeated(() => listOnce(prefix, startAfter)),
  }
}

const waitsMs = [200, 1000]

async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof BucketError && error.isBrief)) throw error
      await Bun.sleep(waitMs)
    }
  }
  return work()
}

const tooSlow = (timeMs: number) => new Error(`no answer within ${Math.round(timeMs / 1000)} seconds`)

function unreachable(place: string, error: unknown) {
  const { code, message } = error as { code?: unknown; message?: unknown }
  // The address would contain a signature.
  const why = (typeof code === 'string' ? code : String(message)).replace(/https?:\S+/g, 'its address')
  return new BucketError(
    'unreachable',
    `The bucket ${place} cannot be reached (${why}); check S3_ENDPOINT and the network`,
    // The service had closed a connection that was kept open.
    code === 'ECONNRESET',
  )
}

const wrongKey = ['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch', 'Unauthorized']
const busy = ['InternalError', 'ServiceUnavailable', 'SlowDown', 'RequestTimeout']
const wrongRegion = ['PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException']

function errorOf(status: number, text: string, place: string) {
  const code = /<Code>([\w.-]{1,100})<\/Code>/.exec(text)?.[1] ?? ''
  const said = code || `status ${status}`
  if (code === 'NoSuchKey') return new BucketError('missing', `The bucket ${place} has no such file`)
  if (code === 'BadDigest')
    return new BucketError('damaged', `The bucket ${place} was given other bytes than were sent`)
  const isBrief = status >= 500 || status === 429 || busy.includes(code)
  return new BucketError('unreachable', sentenceOf(status, code, said, place), isBrief)
}

function sentenceOf(status: number, code: string, said: string, place: string) {
  if (code === 'NoSuchBucket') return `There is no bucket ${place}; check its name and S3_ENDPOINT`
  if (wrongRegion.includes(code)) return `The bucket ${place} is in another region (${said}); set S3_REGION`
  if (code === 'RequestTimeTooSkewed') return `The bucket ${place} finds this machine’s clock wrong (${said}); set it`
  if (wrongKey.includes(code) || status === 401 || status === 403)
    return `The bucket ${place} refuses the key (${said}); check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and what the key may do`
  return `The bucket ${place} answers with an error (${said}); files are tried again until it takes them`
}

/** The tag of an object is its MD5 unless it was sent in parts or is encrypted with a key of its own. */
export const md5Of = (etag: string | null) => /^"?([0-9a-f]{32})"?$/.exec(etag ?? '')?.[1]

export async function md5OfFile(path: string) {
  const hasher = new Bun.CryptoHasher('md5')
  for await (const piece of createReadStream(path, { highWaterMark: 1_048_576 })) hasher.update(piece as Uint8Array)
  return hasher.digest('hex')
}
