import type { CompanyContext } from '../../kernel/company/company-context'
import type { ContactId } from '../../kernel/ids'
import { removeMessage } from '../change/remove-message'
import { listMessagesOfContact } from './messages-of-contact.view'

/** A few milliseconds of work, including the search index. */
const batchMax = 100

/** Deletes one batch of the messages of a contact's tickets, before the contact is deleted. */
export function eraseMessagesOfContact(ctx: CompanyContext, contactId: ContactId): boolean {
  return ctx.transaction(() => {
    const messages = listMessagesOfContact(ctx, contactId, batchMax)
    for (const id of messages) removeMessage(ctx, id)
    return messages.length === batchMax
  })
}
