import type { CompanyContext } from '../../kernel/company/company-context'
import type { ContactId } from '../../kernel/ids'
import { createContact } from '../contact.commands'
import { findContactByNumber } from '../contact.queries'

/** Returns the contact with this number, and creates it if necessary. */
export function getContactOfNumber(ctx: CompanyContext, number: string): ContactId {
  return ctx.transaction(
    () => findContactByNumber(ctx, number)?.id ?? createContact(ctx, { name: number, number, email: '' }),
  )
}
