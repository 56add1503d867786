import { channelRules } from '../channel/channel-rules.contract'
import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import { enqueueJob } from '../kernel/jobs'
import {
  deleteMedia,
  findMedia,
  findMediaByKey,
  mediaUrl,
  recordFile,
  setMediaOwner,
  stageFile,
} from '../kernel/media-store'

/** An upload belongs to no schedule until one is saved with it, and is deleted after a day. */
const nobody = 0
const waitMs = 86_400_000

/** Stores a file for a schedule to be saved. @throws Refusal ERR_FILE_TOO_LARGE, ERR_INVALID_INPUT when empty */
export async function uploadScheduleMedia(ctx: CompanyContext, file: File) {
  const most = channelRules.whatsapp.fileBytesMax
  if (file.size > most) refuse('ERR_FILE_TOO_LARGE', { fields: { file: 'tooLarge' }, body: { fileBytesMax: most } })
  if (file.size === 0) refuse('ERR_INVALID_INPUT', { fields: { file: 'empty' } })
  const staged = await stageFile(ctx, file, file.name, file.type)
  return ctx.transaction(() => {
    const media = recordFile(ctx, staged, 'schedule', nobody)
    enqueueJob(ctx, 'schedule.dropUpload', { mediaId: media.id }, { runAt: new Date(ctx.now.getTime() + waitMs) })
    return { mediaPath: mediaUrl(media.key), mediaName: media.name }
  })
}

/** Assigns the uploaded file to the schedule. @throws Refusal ERR_INVALID_INPUT for a file of somebody else */
export function takeUpload(ctx: CompanyContext, scheduleId: number, mediaPath: string) {
  const media = findMediaByKey(ctx, mediaPath.replace(/^\/media\//, ''))
  if (media?.kind !== 'schedule' || (media.ownerId !== nobody && media.ownerId !== scheduleId)) {
    return refuse('ERR_INVALID_INPUT', { fields: { mediaPath: 'unknown' } })
  }
  setMediaOwner(ctx, media.id, scheduleId)
  return media
}

export function dropUpload(ctx: CompanyContext, mediaId: number) {
  ctx.transaction(() => {
    const media = findMedia(ctx, mediaId)
    if (media?.kind === 'schedule' && media.ownerId === nobody) deleteMedia(ctx, mediaId)
  })
}
