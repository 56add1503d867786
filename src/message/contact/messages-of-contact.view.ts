import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ContactId, MessageId } from '../../kernel/ids'

// A join, because a message belongs to a contact through its ticket.
const statements = perCompany(({ sqlite }) => ({
  count: sqlite.prepare<{ messages: number }, [number]>(
    'SELECT count(*) AS messages FROM ticket t JOIN message m ON m.ticket_id = t.id WHERE t.contact_id = ?',
  ),
  some: sqlite.prepare<{ id: MessageId }, [number, number]>(
    `SELECT message.id FROM ticket JOIN message ON message.ticket_id = ticket.id
     WHERE ticket.contact_id = ? LIMIT ?`,
  ),
  outside: sqlite.prepare<{ id: MessageId }, [number, number]>(
    `SELECT m.id FROM message m JOIN ticket t ON t.id = m.ticket_id
     WHERE m.contact_id = ? AND (t.is_group = 1 OR t.contact_id <> ?)`,
  ),
}))

export function countMessagesOfContact(ctx: CompanyContext, contactId: ContactId) {
  return { messages: statements(ctx.company).count.get(contactId)?.messages ?? 0 }
}

export function listMessagesOfContact(ctx: CompanyContext, contactId: ContactId, limit: number): MessageId[] {
  return statements(ctx.company)
    .some.all(contactId, limit)
    .map(({ id }) => id)
}

/** Returns what the author wrote in groups and on tickets of other contacts than the owner. */
export function listMessagesOutside(ctx: CompanyContext, authorId: ContactId, ownerId: ContactId): MessageId[] {
  return statements(ctx.company)
    .outside.all(authorId, ownerId)
    .map(({ id }) => id)
}
