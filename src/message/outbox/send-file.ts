import type { CompanyContext } from '../../kernel/company/company-context'
import { BucketError } from '../../kernel/file/bucket/bucket'
import { uploadMedia } from '../../kernel/file/bucket/upload-media'
import { findMedia } from '../../kernel/file/media-store'
import { openMedia } from '../../kernel/file/open-media'
import type { MessageId } from '../../kernel/ids'
import { awaitFile } from './send-queued-message'
import type { SendResult } from './send-result'

/** Sends once the bucket has the file, which stays on this machine meanwhile. */
export async function sendFile(
  contextOf: () => CompanyContext,
  messageId: MessageId,
  mediaId: number,
  send: () => Promise<SendResult>,
): Promise<SendResult> {
  try {
    await uploadMedia(contextOf, mediaId)
    const media = findMedia(contextOf(), mediaId)
    using _file = media && (await openMedia(contextOf(), media))
    return await send()
  } catch (error) {
    const ctx = contextOf()
    // The bucket's own are logged when they begin and when they end.
    if (!(error instanceof BucketError))
      ctx.company.services.log.warn('A file waits to be sent', { company: ctx.company.id, message: messageId, error })
    awaitFile(ctx, messageId)
    return 'done'
  }
}
