import { join } from 'node:path'
import type { CompanyHandle } from '../../company/company-files'
import type { Config } from '../../config/config'
import { Refusal } from '../../errors'
import type { CompanyId } from '../../ids'
import type { Log } from '../../log'
import { minuteMs } from '../../time/durations.contract'
import type { FreeSpace } from '../free-space'
import { type Bucket, BucketError, createBucket } from './bucket'
import { createFileCache, type FileCache } from './file-cache'

export interface MediaBucket {
  readonly bucket: Bucket
  readonly cache: FileCache
  /** Of a company's files, with a slash at the end. */
  prefixOf(companyId: CompanyId): string
  nameOf(companyId: CompanyId, key: string): string
  /** Watches whether the bucket answers. Not inside another. @throws BucketError; the signal's reason */
  use<T>(work: (bucket: Bucket) => Promise<T>): Promise<T>
  /** How many calls make sense at once: one to find out whether it answers again. */
  callsAtOnce(most: number): number
  /** As `use`. */
  put(companyId: CompanyId, key: string, path: string, signal?: AbortSignal): Promise<void>
  /** Once none of a company's files is being sent. */
  settled(companyId: CompanyId): Promise<unknown>
  readonly moving: Set<CompanyId>
  problem(): string | undefined
}

declare module '../../company/company-files' {
  interface CompanyServices {
    /** Undefined without MEDIA_URL. */
    mediaBucket: MediaBucket | undefined
  }
}

/** Meanwhile one call at a time finds out whether the bucket answers again; all others fail without waiting for it. */
export const restMs = 1_000

interface MediaBucketOptions {
  config: Config
  freeSpace: FreeSpace
  log: Log
}

export function createMediaBucket({ config, freeSpace, log }: MediaBucketOptions): MediaBucket | undefined {
  if (!config.media) return undefined
  const { prefix, cacheBytes: bytesMax } = config.media
  const bucket = createBucket(config.media)
  const cache = createFileCache({ folder: join(config.dataDir, 'cache'), bytesMax, freeSpace, log })
  let problem: string | undefined
  let tryAtMs = 0
  let isTrying = false

  function note(next: string | undefined) {
    if (next !== undefined) tryAtMs = performance.now() + restMs
    if (next === problem) return
    if (next === undefined) log.info('The bucket for files answers again', { bucket: bucket.name })
    else log.error(`${next}. Texts go on, and files wait.`)
    problem = next
  }

  const prefixOf = (companyId: CompanyId) => `${prefix}${companyId}/`
  const nameOf = (companyId: CompanyId, key: string) => `${prefixOf(companyId)}${key.slice(0, 7)}/${key}`

  async function use<T>(work: (bucket: Bucket) => Promise<T>) {
    if (problem !== undefined) {
      if (isTrying || performance.now() < tryAtMs) throw new BucketError('unreachable', problem)
      isTrying = true
    }
    try {
      const result = await work(bucket)
      note(undefined)
      return result
    } catch (error) {
      if (error instanceof BucketError) note(error.reason === 'unreachable' ? error.message : undefined)
      if (error instanceof BucketError && error.reason === 'damaged') log.error(`${error.message}. It is tried again.`)
      throw error
    } finally {
      isTrying = false
    }
  }

  const sending = new Map<Promise<void>, CompanyId>()
  return {
    bucket,
    cache,
    prefixOf,
    nameOf,
    use,
    callsAtOnce: (most) => (problem === undefined ? most : 1),
    async put(companyId, key, path, signal) {
      const work = use(() => bucket.put(nameOf(companyId, key), path, signal))
      sending.set(work, companyId)
      await work.finally(() => sending.delete(work))
    },
    settled: (companyId) => Promise.allSettled([...sending].flatMap(([work, of]) => (of === companyId ? work : []))),
    moving: new Set(),
    problem: () => problem,
  }
}

/** A company that shows another's earlier state reads its files, too. @throws BucketError; the signal's reason */
export async function getObject(
  { id, services }: CompanyHandle,
  mediaBucket: MediaBucket,
  objectKey: string,
  ...part: [range?: readonly [number, number], signal?: AbortSignal]
) {
  const { copyOf } = services.about(id)
  const get = (of: CompanyId) => mediaBucket.use((bucket) => bucket.get(mediaBucket.nameOf(of, objectKey), ...part))
  try {
    return await get(id)
  } catch (error) {
    const isMissing = error instanceof BucketError && error.reason === 'missing'
    if (copyOf === null || !isMissing) throw error
    return get(copyOf)
  }
}

const retryMs = minuteMs

export const filesUnreachable = () => new Refusal('ERR_FILES_UNREACHABLE', { retryAfterSeconds: retryMs / 1000 })
