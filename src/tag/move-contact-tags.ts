import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company-context'
import type { ContactId, TagId } from '../kernel/ids'
import { contactTagTable } from './tag.tables'

/** Gives one contact's tags to another, each once. Answers the tags the first one had. */
export function moveContactTags(ctx: CompanyContext, fromId: ContactId, intoId: ContactId): TagId[] {
  const moved = ctx.db.delete(contactTagTable).where(eq(contactTagTable.contactId, fromId)).returning().all()
  for (const { tagId } of moved) {
    ctx.db.insert(contactTagTable).values({ contactId: intoId, tagId }).onConflictDoNothing().run()
  }
  return moved.map(({ tagId }) => tagId)
}
