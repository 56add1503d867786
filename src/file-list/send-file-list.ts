import { channelRules } from '../channel/channel-rules.contract'
import type { CompanyContext } from '../kernel/company/company-context'
import { findMedia } from '../kernel/file/media-store'
import { queueAutomaticText } from '../message/send/queue-message'
import type { TicketRow } from '../ticket/ticket.queries'
import { fileListRecords } from './file-list.record'

/** First the message, then files with their names; skips what the channel cannot send. False if nothing was queued. */
export function sendFileList(ctx: CompanyContext, ticket: TicketRow, fileListId: number | null): boolean {
  const list = fileListId === null ? undefined : fileListRecords.find(ctx, fileListId)
  if (!list) return false
  const { fileBytesMax } = channelRules[ticket.channel]
  let queued = queueAutomaticText(ctx, ticket, list.message).length
  for (const { name, file } of list.options) {
    const media = file && file.size <= fileBytesMax ? findMedia(ctx, file.mediaId) : undefined
    if (media) queued += queueAutomaticText(ctx, ticket, name, { media }).length
  }
  return queued > 0
}
