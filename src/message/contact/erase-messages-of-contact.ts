import type { LongWork } from '../../kernel/company/batches'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ContactId, MessageId } from '../../kernel/ids'
import { removeMessage } from '../change/remove-message'
import { listMessagesOfContact } from './messages-of-contact.view'

/** Deletes the messages of a contact's tickets, before the contact is deleted: some at a time, with the search index. */
export const eraseMessagesOfContact = (ctx: CompanyContext, contactId: ContactId): LongWork<MessageId[]> => ({
  next: () => [listMessagesOfContact(ctx, contactId, 100)].filter(({ length }) => length > 0),
  work(ids) {
    for (const id of ids) removeMessage(ctx, id)
  },
  pace: 0,
})
