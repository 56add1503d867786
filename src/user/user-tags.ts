import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import { refuse } from '../kernel/errors'
import type { TagId, UserId } from '../kernel/ids'
import { userTagTable } from './user.tables'

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    isPlainTag(ctx: CompanyContext, id: TagId): boolean
  }
}

/** @throws Refusal ERR_INVALID_INPUT for no plain tag */
export function setUserTags(ctx: CompanyContext, userId: UserId, tagIds: readonly TagId[]) {
  const { isPlainTag } = ctx.company.services.ports
  if (!tagIds.every((id) => isPlainTag(ctx, id))) refuse('ERR_INVALID_INPUT', { fields: { tagIds: 'unknown' } })
  ctx.db.delete(userTagTable).where(eq(userTagTable.userId, userId)).run()
  for (const tagId of new Set(tagIds)) ctx.db.insert(userTagTable).values({ userId, tagId }).run()
}

const tags = statement((db, of: { userId: UserId }) =>
  db.select({ tagId: userTagTable.tagId }).from(userTagTable).where(eq(userTagTable.userId, of.userId)),
)

export const listUserTagIds = (ctx: CompanyContext, userId: UserId) =>
  tags.all(ctx, { userId }).map(({ tagId }) => tagId)
