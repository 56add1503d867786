import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { ContactId } from '../../kernel/ids'
import { getContactRow } from '../contact.queries'
import { contactApartTable } from '../contact.tables'

const pairOf = (a: ContactId, b: ContactId) => ({ oneId: Math.min(a, b), otherId: Math.max(a, b) })

export function keepApart(ctx: CompanyContext, id: ContactId, otherId: ContactId) {
  ctx.transaction(() => {
    if (getContactRow(ctx, id).id === getContactRow(ctx, otherId).id) refuse('ERR_INVALID_INPUT')
    const kept = ctx.db.insert(contactApartTable).values(pairOf(id, otherId)).onConflictDoNothing().returning().all()
    if (kept.length > 0) recordEvent(ctx, 'contact.keptApart', { contactId: id }, { otherContactId: otherId })
  })
}

export function areApart(ctx: CompanyContext, id: ContactId, otherId: ContactId) {
  const { oneId, otherId: secondId } = pairOf(id, otherId)
  const pair = and(eq(contactApartTable.oneId, oneId), eq(contactApartTable.otherId, secondId))
  return ctx.db.select().from(contactApartTable).where(pair).get() !== undefined
}
