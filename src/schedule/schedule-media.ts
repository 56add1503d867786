import { channelRules } from '../channel/channel-rules.contract'
import type { CompanyContext } from '../kernel/company-context'
import { enqueueJob } from '../kernel/jobs'
import { dropUpload as dropWaitingUpload, keepUpload, takeUpload as takeWaitingUpload } from '../kernel/waiting-upload'

/** Stores a file for a schedule to be saved. @throws Refusal ERR_FILE_TOO_LARGE, ERR_INVALID_INPUT when empty */
export async function uploadScheduleMedia(ctx: CompanyContext, file: File) {
  return keepUpload(ctx, file, {
    kind: 'schedule',
    fileBytesMax: channelRules.whatsapp.fileBytesMax,
    dropLater: (mediaId, runAt) => enqueueJob(ctx, 'schedule.dropUpload', { mediaId }, { runAt }),
  })
}

/** Assigns the uploaded file to the schedule. @throws Refusal ERR_INVALID_INPUT for a file of another schedule */
export function takeUpload(ctx: CompanyContext, scheduleId: number, mediaPath: string) {
  return takeWaitingUpload(ctx, { kind: 'schedule', ownerId: scheduleId, mediaPath })
}

export function dropUpload(ctx: CompanyContext, mediaId: number) {
  dropWaitingUpload(ctx, 'schedule', mediaId)
}
