import { isAdmin } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ContactId, TicketId } from '../../kernel/ids'
import { canSeeTicket, type TicketAssignment } from '../ticket.policy'

const statements = perCompany(({ sqlite }) => ({
  // A closed one of nobody is a record of what was sent, and not a conversation.
  assignments: sqlite.prepare<TicketAssignment, [number]>(
    `SELECT DISTINCT status, user_id AS userId, queue_id AS queueId FROM ticket
     WHERE contact_id = ? AND NOT (status = 'closed' AND user_id IS NULL AND queue_id IS NULL)`,
  ),
  active: sqlite.prepare<{ id: TicketId }, [number]>(
    `SELECT id FROM ticket WHERE contact_id = ? AND status <> 'closed' ORDER BY id`,
  ),
}))

/** Returns whether the acting user sees a conversation of the contact, or nobody has had one. */
export function reachesContact(ctx: CompanyContext, contactId: ContactId): boolean {
  if (isAdmin(ctx.actor)) return true
  const found = statements(ctx.company).assignments.all(contactId)
  return found.length === 0 || found.some((ticket) => canSeeTicket(ctx.actor, ticket))
}

export function listActiveTicketIds(ctx: CompanyContext, contactId: ContactId): TicketId[] {
  return statements(ctx.company)
    .active.all(contactId)
    .map(({ id }) => id)
}
