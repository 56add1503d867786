import type { Connection } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { findMedia } from '../../kernel/file/media-store'
import { queueAutomaticText } from '../../message/send/queue-message'
import type { TicketRow } from '../../ticket/ticket.queries'

export function sendGreeting(ctx: CompanyContext, ticket: TicketRow, connection: Connection, text: string) {
  queueAutomaticText(ctx, ticket, text, { media: findMedia(ctx, connection.greetingMediaId) })
}
