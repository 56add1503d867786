import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ContactId } from '../../kernel/ids'
import { deleteMedia } from '../../kernel/file/media-store'
import { listMessagesOfContact } from './messages-of-contact.view'

/** A few milliseconds of work, including the search index. */
const batchMax = 100

const statements = perCompany(({ sqlite }) => ({
  media: sqlite.prepare<{ id: number }, [number]>("SELECT id FROM media WHERE kind = 'message' AND owner_id = ?"),
  remove: sqlite.prepare<unknown, [number]>('DELETE FROM message WHERE id = ?'),
}))

/** Deletes one batch of the messages of a contact's tickets, before the contact is deleted. */
export function eraseMessagesOfContact(ctx: CompanyContext, contactId: ContactId): boolean {
  const { media, remove } = statements(ctx.company)
  return ctx.transaction(() => {
    const messages = listMessagesOfContact(ctx, contactId, batchMax)
    for (const id of messages) {
      for (const file of media.all(id)) deleteMedia(ctx, file.id)
      remove.run(id)
    }
    return messages.length === batchMax
  })
}
