import { existsSync, rmSync, statSync } from 'node:fs'
import type { CompanyContext } from '../../company/company-context'
import { perCompany } from '../../company/company-files'
import type { FreshContext, WaitingJob } from '../../job/jobs'
import { addMs } from '../../time/clock'
import { minuteMs } from '../../time/durations.contract'
import { findMedia, findMediaByKey, type Media, mediaPath, newKey } from '../media-store'
import { BucketError } from './bucket'
import {
  forgetUpload,
  isBeingRemoved,
  isUsed,
  listUploads,
  removeUnused,
  setObject,
  staysInFolder,
  waitsForUpload,
} from './media-location'

const retryMs = minuteMs
const timeLimitMs = 10 * minuteMs
const uploadsAtOnce = 4
/** A browser that was just given the address may still open the file under its former name. */
const leftMs = minuteMs

const running = perCompany(() => new Map<number, Promise<void>>())
/** Bytes that several names share are uploaded once. */
const uploadedBytes = perCompany(() => new Map<string, string>())
const remembered = 10_000

/** Without a bucket, or once the bucket has the file, does nothing. @throws BucketError; the signal's reason */
export async function uploadMedia(freshContext: FreshContext, mediaId: number, signal?: AbortSignal): Promise<void> {
  const ctx = freshContext()
  if (!ctx.company.services.mediaBucket || !waitsForUpload(ctx, mediaId)) return
  const uploads = running(ctx.company)
  const current = uploads.get(mediaId) ?? upload(freshContext, mediaId, signal).finally(() => uploads.delete(mediaId))
  uploads.set(mediaId, current)
  await current
}

async function upload(freshContext: FreshContext, mediaId: number, signal?: AbortSignal) {
  const ctx = freshContext()
  const { company } = ctx
  const { mediaBucket, log } = company.services
  const media = findMedia(ctx, mediaId)
  const path = media && mediaPath(ctx, media.key)
  if (!mediaBucket || !media || !path || media.objectKey !== null || !existsSync(path)) {
    forgetUpload(ctx, mediaId)
    if (media?.objectKey === null) log.warn('A file is missing', { company: company.id, file: media.key })
    return
  }
  const bytes = sharedBytesOf(path)
  const known = bytes && uploadedBytes(company).get(bytes)
  if (known && isUsed(ctx, known)) return noteStored(freshContext, media, known)
  // A delayed deletion of the former object would meet the new one.
  const objectKey = isBeingRemoved(ctx, media.key) ? newKey(ctx, media.key) : media.key
  await mediaBucket.put(company.id, objectKey, path, signal)
  noteStored(freshContext, media, objectKey)
  if (bytes) remember(uploadedBytes(freshContext().company), bytes, objectKey)
}

/** Undefined if it has only one name. The time tells apart what has the same number later. */
function sharedBytesOf(path: string) {
  const { nlink, ino, size, birthtimeNs } = statSync(path, { bigint: true })
  return nlink > 1n ? `${ino} ${size} ${birthtimeNs}` : undefined
}

function remember(map: Map<string, string>, bytes: string, objectKey: string) {
  if (map.size >= remembered) map.clear()
  map.set(bytes, objectKey)
}

function noteStored(freshContext: FreshContext, { id, key }: Media, objectKey: string) {
  const ctx = freshContext()
  const isKept = ctx.transaction(() => {
    const media = findMedia(ctx, id)
    if (media) setObject(ctx, id, objectKey)
    else if (!removeUnused(ctx, objectKey)) forgetUpload(ctx, id)
    return media !== undefined
  })
  if (!isKept) return
  const { services, id: companyId } = ctx.company
  const { cache } = services.mediaBucket ?? {}
  try {
    cache?.link(mediaPath(ctx, key), cache.pathOf(companyId, objectKey))
    setTimeout(() => dropFormerFile(freshContext, key), leftMs).unref()
  } catch (error) {
    services.log.warn('A file stays in the folder, although the bucket has it', { company: companyId, error })
  }
}

function dropFormerFile(freshContext: FreshContext, key: string) {
  try {
    dropUploadedFile(freshContext(), key)
  } catch {
    // The process stops, or the company was deleted: the nightly sweep does it.
  }
}

export function dropUploadedFile(ctx: CompanyContext, key: string): boolean {
  const { id, services } = ctx.company
  const { cache } = services.mediaBucket ?? {}
  const { objectKey, kind } = findMediaByKey(ctx, key) ?? {}
  if (!cache || !objectKey || kind === staysInFolder) return false
  const path = mediaPath(ctx, key)
  if (!existsSync(path)) return false
  cache.link(path, cache.pathOf(id, objectKey))
  rmSync(path)
  return true
}

/** The list of waiting files survives a crash, and so does the job. */
export const uploadJob: WaitingJob<'media.upload'> = {
  lane: 'waiting',
  attemptsMax: 1000,
  isBulk: true,
  timeLimitMs,
  async run(freshContext, _, signal) {
    try {
      const isMore = await uploadWaiting(freshContext, { signal, endMs: performance.now() + timeLimitMs / 2 })
      return isMore ? freshContext().now : undefined
    } catch (error) {
      if (!(error instanceof BucketError)) throw error
      return addMs(freshContext().now, retryMs)
    }
  },
}

interface UploadOptions {
  signal?: AbortSignal
  endMs?: number
  noted?: () => void
}

/** Returns whether files were left for later. @throws as `uploadMedia`; for a single bad file once all were tried */
export async function uploadWaiting(
  freshContext: FreshContext,
  { signal, endMs = Number.POSITIVE_INFINITY, noted }: UploadOptions = {},
): Promise<boolean> {
  const failures: unknown[] = []
  for (let before = Number.MAX_SAFE_INTEGER; performance.now() < endMs;) {
    const ctx = freshContext()
    const { mediaBucket } = ctx.company.services
    const ids = mediaBucket ? listUploads(ctx, before, mediaBucket.callsAtOnce(uploadsAtOnce)) : []
    if (ids.length === 0) {
      if (failures.length > 0) throw failures[0]
      return false
    }
    const results = await Promise.allSettled(ids.map((id) => uploadMedia(freshContext, id, signal)))
    for (const result of results) {
      if (result.status === 'fulfilled') noted?.()
      else if (result.reason instanceof BucketError && result.reason.reason !== 'unreachable')
        failures.push(result.reason)
      else throw result.reason
    }
    before = ids.at(-1) ?? 0
  }
  return true
}
