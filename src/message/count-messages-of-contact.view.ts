import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import type { ContactId } from '../kernel/ids'

// Joined, because a conversation is a contact's by its ticket; its messages name their author.
const counted = perCompany(({ sqlite }) =>
  sqlite.prepare<{ messages: number }, [number]>(
    'SELECT count(*) AS messages FROM ticket t JOIN message m ON m.ticket_id = t.id WHERE t.contact_id = ?',
  ),
)

/** Messages of all the contact's tickets. */
export function countMessagesOfContact(ctx: CompanyContext, contactId: ContactId) {
  return { messages: counted(ctx.company).get(contactId)?.messages ?? 0 }
}
