import { and, eq, inArray } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import type { ContactId, TagId } from '../kernel/ids'
import { contactTagTable, tagTable } from './tag.tables'

interface MovedTags {
  tagIds: TagId[]
  sharedTagIds: TagId[]
}

export function moveContactTags(ctx: CompanyContext, fromId: ContactId, intoId: ContactId): MovedTags {
  const moved = ctx.db.delete(contactTagTable).where(eq(contactTagTable.contactId, fromId)).returning().all()
  const tagIds = moved.map(({ tagId }) => tagId)
  const held = and(eq(contactTagTable.contactId, intoId), inArray(contactTagTable.tagId, tagIds))
  const sharedTagIds = ctx.db.select().from(contactTagTable).where(held).all()
  for (const tagId of tagIds) {
    ctx.db.insert(contactTagTable).values({ contactId: intoId, tagId }).onConflictDoNothing().run()
  }
  return { tagIds, sharedTagIds: sharedTagIds.map(({ tagId }) => tagId) }
}

export function returnContactTags(ctx: CompanyContext, fromId: ContactId, intoId: ContactId, moved: MovedTags) {
  const { tagIds, sharedTagIds } = moved
  const known = ctx.db.select({ id: tagTable.id }).from(tagTable).where(inArray(tagTable.id, tagIds)).all()
  for (const { id: tagId } of known) {
    ctx.db.insert(contactTagTable).values({ contactId: fromId, tagId }).onConflictDoNothing().run()
  }
  const own = tagIds.filter((id) => !sharedTagIds.includes(id))
  const given = and(eq(contactTagTable.contactId, intoId), inArray(contactTagTable.tagId, own))
  ctx.db.delete(contactTagTable).where(given).run()
}
