import { and, eq, gt, or } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import type { TagId } from '../kernel/ids'
import { type Tag, tagRecords } from './tag.queries'
import { tagTable } from './tag.tables'

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    /** Whether a later domain uses a tag, such as a campaign for its recipients. */
    tagUses: readonly ((ctx: CompanyContext, tagId: TagId) => boolean)[]
  }
}

/** Whether a contact, a ticket, a lane or a record of another domain has the tag. */
export function isTagUsed(ctx: CompanyContext, { id, contacts, tickets }: Tag) {
  const leadsThere = or(
    ...[tagTable.nextLaneId, tagTable.rollbackLaneId, tagTable.tagIdAfterRemarketing].map((column) => eq(column, id)),
  )
  if (contacts + tickets > 0 || tagRecords.list(ctx, leadsThere).length > 0) return true
  return ctx.company.services.ports.tagUses.some((uses) => uses(ctx, id))
}

/** The lanes whose tickets go to this one when their time is over. */
export function listLanesLeadingTo(ctx: CompanyContext, id: TagId): Tag[] {
  const isNext = and(eq(tagTable.kanban, true), gt(tagTable.timeLane, 0), eq(tagTable.nextLaneId, id))
  return tagRecords.list(ctx, isNext)
}
