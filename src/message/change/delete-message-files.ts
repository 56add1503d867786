import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { TicketId } from '../../kernel/ids'
import { deleteMedia } from '../../kernel/file/media-store'

const filesOfTicket = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, [number]>(
    `SELECT media.id FROM message JOIN media ON media.kind = 'message' AND media.owner_id = message.id
     WHERE message.ticket_id = ?`,
  ),
)

export function deleteMessageFiles(ctx: CompanyContext, ticketId: TicketId) {
  for (const { id } of filesOfTicket(ctx.company).all(ticketId)) deleteMedia(ctx, id)
}
