import type { ContactConversationsPort } from '../../contact/list/contact-conversations.port'
import { perCompany } from '../../kernel/company/company-files'
import { deletedMessagesOf } from '../../ticket/deleted-messages'
import { canSeeTicket, type TicketAssignment } from '../../ticket/ticket.policy'

interface NewestTicket extends TicketAssignment {
  contactId: number
  lastMessage: string
  connectionId: number | null
  isDeleted: number | null
}

// A join, because a list of contacts shows a page of newest tickets with the last message of each.
const newestOf = perCompany(({ sqlite }) => {
  const prepare = (isDeleted: string, join: string) =>
    sqlite.prepare<NewestTicket, [string]>(
      `SELECT t.contact_id AS contactId, t.status, t.user_id AS userId, t.queue_id AS queueId,
         t.last_message AS lastMessage, t.connection_id AS connectionId, ${isDeleted} AS isDeleted
       FROM json_each(?) ids JOIN ticket t ON t.id = (SELECT max(id) FROM ticket WHERE contact_id = ids.value) ${join}`,
    )
  return {
    // Reading a page of messages takes as long as all the rest.
    allVisible: prepare('NULL', ''),
    someHidden: prepare('m.is_deleted', 'LEFT JOIN message m ON m.id = t.last_message_id'),
  }
})

/** All users see all contacts, but not all conversations. */
export const contactConversations: ContactConversationsPort = {
  lastMessages(ctx, ids) {
    const deleted = deletedMessagesOf(ctx)
    const { allVisible, someHidden } = newestOf(ctx.company)
    const newest = deleted.visible === '' ? allVisible : someHidden
    const readable = newest
      .all(JSON.stringify(ids))
      .filter(
        (ticket) =>
          canSeeTicket(ctx.actor, ticket) && !(ticket.isDeleted === 1 && deleted.areHidden(ticket.connectionId)),
      )
    return new Map(readable.map(({ contactId, lastMessage }) => [contactId, lastMessage]))
  },
}
