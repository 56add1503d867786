import { channelRules } from '../channel/channel-rules.contract'
import type { CompanyContext } from '../kernel/company/company-context'
import { enqueueJob } from '../kernel/job/jobs'
import {
  discardUpload as dropWaitingUpload,
  storeUpload,
  assignUpload as takeWaitingUpload,
} from '../kernel/file/waiting-upload'

export async function uploadScheduleMedia(ctx: CompanyContext, file: File) {
  return storeUpload(ctx, file, {
    kind: 'schedule',
    fileBytesMax: channelRules.whatsapp.fileBytesMax,
    dropLater: (mediaId, runAt) => enqueueJob(ctx, 'schedule.discardUpload', { mediaId }, { runAt }),
  })
}

export function assignUpload(ctx: CompanyContext, scheduleId: number, mediaPath: string) {
  return takeWaitingUpload(ctx, { kind: 'schedule', ownerId: scheduleId, mediaPath })
}

export function discardUpload(ctx: CompanyContext, mediaId: number) {
  dropWaitingUpload(ctx, 'schedule', mediaId)
}
