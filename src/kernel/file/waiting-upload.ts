import { and, eq, inArray, or } from 'drizzle-orm'
import { addMs } from '../time/clock'
import type { CompanyContext } from '../company/company-context'
import { total } from '../database/expressions'
import { statement } from '../database/statement'
import { refuse } from '../errors'
import {
  deleteMedia,
  findMedia,
  findMediaByKey,
  mediaUrl,
  recordFile,
  setMediaOwner,
  withStagedFiles,
} from './media-store'
import { type MediaKind, mediaTable } from './media.tables'

const nobody = 0
const waitMs = 86_400_000
export const waitingBytesMax = 200 * 1024 * 1024

const { kind, ownerId, size } = mediaTable

const waitingBytes = statement((db) =>
  db
    .select({ bytes: total(size) })
    .from(mediaTable)
    // Rows of imports are always deleted after a day.
    .where(or(and(inArray(kind, ['schedule', 'campaign']), eq(ownerId, nobody)), eq(kind, 'contact-import'))),
)

/** Call it before staging, and again in the recording transaction. @throws Refusal ERR_UPLOADS_WAITING */
export function requireRoomForUpload(ctx: CompanyContext, bytes: number, waiting = waitingBytes.get(ctx)?.bytes ?? 0) {
  if (waiting + bytes > waitingBytesMax) refuse('ERR_UPLOADS_WAITING', { body: { waitingBytesMax } })
}

interface UploadOptions {
  kind: MediaKind
  fileBytesMax: number
  dropLater: (mediaId: number, runAt: Date) => void
}

/** @throws Refusal ERR_FILE_TOO_LARGE, ERR_UPLOADS_WAITING, ERR_INVALID_INPUT when empty */
export async function storeUpload(ctx: CompanyContext, file: File, { kind, fileBytesMax, dropLater }: UploadOptions) {
  if (file.size > fileBytesMax) refuse('ERR_FILE_TOO_LARGE', { fields: { file: 'tooLarge' }, body: { fileBytesMax } })
  if (file.size === 0) refuse('ERR_INVALID_INPUT', { fields: { file: 'empty' } })
  requireRoomForUpload(ctx, file.size)
  return withStagedFiles(ctx, async (stage) => {
    const staged = await stage(file, file.name, file.type)
    return ctx.transaction(() => {
      requireRoomForUpload(ctx, staged.size)
      const media = recordFile(ctx, staged, kind, nobody)
      dropLater(media.id, addMs(ctx.now, waitMs))
      return { mediaPath: mediaUrl(media.key), mediaName: media.name }
    })
  })
}

interface UploadOf {
  kind: MediaKind
  ownerId: number
  mediaPath: string
}

export function findUpload(ctx: CompanyContext, { kind, ownerId, mediaPath }: UploadOf) {
  const media = findMediaByKey(ctx, mediaPath.replace(/^\/media\//, ''))
  return media?.kind === kind && [nobody, ownerId].includes(media.ownerId) ? media : undefined
}

/** @throws Refusal ERR_INVALID_INPUT for a file of another record */
export function assignUpload(ctx: CompanyContext, upload: UploadOf) {
  const media = findUpload(ctx, upload) ?? refuse('ERR_INVALID_INPUT', { fields: { mediaPath: 'unknown' } })
  setMediaOwner(ctx, media.id, upload.ownerId)
  return media
}

export function discardUpload(ctx: CompanyContext, kind: MediaKind, mediaId: number) {
  ctx.transaction(() => {
    const media = findMedia(ctx, mediaId)
    if (media?.kind === kind && media.ownerId === nobody) deleteMedia(ctx, mediaId)
  })
}
