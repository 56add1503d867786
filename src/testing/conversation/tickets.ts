import { createContact } from '../../contact/contact.commands'
import type { CompanyContext } from '../../kernel/company/company-context'
import { insertTicket, type NewTicket } from '../../ticket/opening/insert-ticket'
import { forgetActors } from '../../user/actor.queries'

export function addContact(ctx: CompanyContext, name: string, number = nextNumber()) {
  return createContact(ctx, { name, number, email: '' })
}

let last = 0
const nextNumber = () => `55119700${String(++last).padStart(5, '0')}`

/** Creates a ticket on the first connection, for a new contact unless one is given. */
export function addTicket(ctx: CompanyContext, ticket: Partial<NewTicket> = {}) {
  return ctx.transaction(() =>
    insertTicket(ctx, {
      contactId: ticket.contactId ?? addContact(ctx, `Cliente ${last + 1}`),
      connectionId: 1,
      channel: 'whatsapp',
      isGroup: false,
      status: 'pending',
      queueId: 1,
      userId: null,
      startedByUs: false,
      ...ticket,
    }),
  )
}

export function setSwitches(ctx: CompanyContext, userId: number, switches: Record<string, boolean>) {
  for (const [column, on] of Object.entries(switches)) {
    ctx.company.sqlite.run(`UPDATE user SET ${column} = ? WHERE id = ?`, [Number(on), userId])
  }
  forgetActors(ctx)
}
