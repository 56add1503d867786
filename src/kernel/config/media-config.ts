import * as v from 'valibot'
import { StartFailure } from '../start-failure'

const megabyte = 1024 * 1024

/** Environment variables of a bucket for files. Bun's own names for the key, region and endpoint. */
export const mediaEnvironment = {
  MEDIA_URL: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.check((text) => bucketShape.test(text), 'is no address such as s3://bucket/prefix'),
    ),
  ),
  MEDIA_CACHE_MB: v.optional(
    v.pipe(v.string(), v.toNumber(), v.minValue(0), v.maxValue(1_000_000_000)),
    // Two days of a busy host.
    '5120',
  ),
  S3_ENDPOINT: v.optional(v.pipe(v.string(), v.url())),
  S3_REGION: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^[\w-]{1,60}$/))),
  S3_ACCESS_KEY_ID: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1))),
  S3_SECRET_ACCESS_KEY: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1))),
}

const bucketShape = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w!.*'()-]+)*)\/?$/

const Environment = v.object(mediaEnvironment)

export interface BucketConfig {
  bucket: string
  /** Empty, or with a slash at the end. */
  prefix: string
  endpoint?: string
  region?: string
  accessKeyId: string
  secretAccessKey: string
}

export interface MediaConfig extends BucketConfig {
  cacheBytes: number
}

/** @throws StartFailure for a bucket without its key */
export function mediaConfigOf(env: v.InferOutput<typeof Environment>): MediaConfig | undefined {
  if (env.MEDIA_URL === undefined) return undefined
  return { ...bucketConfigOf('MEDIA_URL', env.MEDIA_URL, env), cacheBytes: env.MEDIA_CACHE_MB * megabyte }
}

/** @throws StartFailure for what is no bucket, and for one without its key */
export function bucketConfigOf(name: string, url: string, env: Readonly<Record<string, unknown>>): BucketConfig {
  const [whole, bucket = '', path = ''] = bucketShape.exec(url) ?? []
  const text = (variable: string) => (typeof env[variable] === 'string' ? env[variable] : '')
  const [accessKeyId, secretAccessKey] = [text('S3_ACCESS_KEY_ID'), text('S3_SECRET_ACCESS_KEY')]
  const invalid = (what: string) => new StartFailure(`The configuration is not valid:\n  ${name}: ${what}`)
  if (whole === undefined) throw invalid('is no address such as s3://bucket/prefix')
  if (!accessKeyId || !secretAccessKey) {
    throw invalid('needs the key of the bucket; set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  }
  return {
    bucket,
    prefix: path === '' ? '' : `${path.slice(1)}/`,
    endpoint: text('S3_ENDPOINT').replace(/\/+$/, '') || undefined,
    region: text('S3_REGION') || undefined,
    accessKeyId,
    secretAccessKey,
  }
}
