import type { Connection } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { findMedia } from '../../kernel/file/media-store'
import type { OfferedMenu } from '../../message/message.answers'
import { queueAutomaticText } from '../../message/send/queue-message'
import type { TicketRow } from '../../ticket/ticket.queries'

export function sendGreeting(
  ctx: CompanyContext,
  ticket: TicketRow,
  connection: Connection,
  text: string,
  menu?: OfferedMenu,
) {
  queueAutomaticText(ctx, ticket, text, { media: findMedia(ctx, connection.greetingMediaId), menu })
}
