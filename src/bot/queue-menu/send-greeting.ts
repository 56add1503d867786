import type { Connection } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company-context'
import { findMedia, stageAgain } from '../../kernel/media-store'
import { queueAutomaticText } from '../../message/queue-message'
import { mediaTypeOf } from '../../message/send-message'
import type { TicketRow } from '../../ticket/ticket.queries'

/** What clients show of a caption without cutting it. */
const captionLengthMax = 1024

/** The connection's greeting with its file: as the file's caption where that can carry it, else after it. */
export function sendGreeting(ctx: CompanyContext, ticket: TicketRow, connection: Connection, text: string) {
  const media = findMedia(ctx, connection.greetingMediaId)
  const file = media && stageAgain(ctx, media)
  if (!file) return void queueAutomaticText(ctx, ticket, text)
  const mediaType = mediaTypeOf(file.type)
  const carries = mediaType !== 'audio' && text.length <= captionLengthMax
  queueAutomaticText(ctx, ticket, carries ? text : '', { file, mediaType })
  if (!carries) queueAutomaticText(ctx, ticket, text)
}
