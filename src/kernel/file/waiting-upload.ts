import { addMs } from '../time/clock'
import type { CompanyContext } from '../company/company-context'
import { refuse } from '../errors'
import {
  deleteMedia,
  findMedia,
  findMediaByKey,
  type MediaKind,
  mediaUrl,
  recordFile,
  setMediaOwner,
  stageFile,
} from './media-store'

/** An upload belongs to no record until one is saved with it, and is deleted after a day. */
const nobody = 0
const waitMs = 86_400_000

interface UploadOptions {
  kind: MediaKind
  fileBytesMax: number
  /** Schedules the deletion of a file that no record uses. */
  dropLater: (mediaId: number, runAt: Date) => void
}

/** Stores a file for a record to be saved. @throws Refusal ERR_FILE_TOO_LARGE, ERR_INVALID_INPUT when empty */
export async function storeUpload(ctx: CompanyContext, file: File, { kind, fileBytesMax, dropLater }: UploadOptions) {
  if (file.size > fileBytesMax) refuse('ERR_FILE_TOO_LARGE', { fields: { file: 'tooLarge' }, body: { fileBytesMax } })
  if (file.size === 0) refuse('ERR_INVALID_INPUT', { fields: { file: 'empty' } })
  const staged = await stageFile(ctx, file, file.name, file.type)
  return ctx.transaction(() => {
    const media = recordFile(ctx, staged, kind, nobody)
    dropLater(media.id, addMs(ctx.now, waitMs))
    return { mediaPath: mediaUrl(media.key), mediaName: media.name }
  })
}

/** Assigns the uploaded file to the record. @throws Refusal ERR_INVALID_INPUT for a file of another record */
export function assignUpload(
  ctx: CompanyContext,
  { kind, ownerId, mediaPath }: { kind: MediaKind; ownerId: number; mediaPath: string },
) {
  const media = findMediaByKey(ctx, mediaPath.replace(/^\/media\//, ''))
  if (media?.kind !== kind || (media.ownerId !== nobody && media.ownerId !== ownerId)) {
    return refuse('ERR_INVALID_INPUT', { fields: { mediaPath: 'unknown' } })
  }
  setMediaOwner(ctx, media.id, ownerId)
  return media
}

/** Deletes the upload, unless a record has taken it. */
export function discardUpload(ctx: CompanyContext, kind: MediaKind, mediaId: number) {
  ctx.transaction(() => {
    const media = findMedia(ctx, mediaId)
    if (media?.kind === kind && media.ownerId === nobody) deleteMedia(ctx, mediaId)
  })
}
