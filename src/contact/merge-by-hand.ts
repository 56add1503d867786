import { and, desc, eq, isNull } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import { isEvent, readEvents } from '../kernel/event-log'
import type { ContactId } from '../kernel/ids'
import { userTable } from '../user/user.tables'
import type { MergePreview, MergeView } from './contact.contract'
import { canMergeContacts } from './contact.policy'
import { getContactRow } from './contact.queries'
import { contactMergeTable } from './contact.tables'
import { mergeContacts, united } from './merge-contacts'
import { presentContact } from './present-contact'

const mergesMax = 20

/** A person makes one contact of two. @throws Refusal ERR_NO_PERMISSION, ERR_INVALID_INPUT for what can be no one person */
export function mergeContactsByHand(ctx: CompanyContext, fromId: ContactId, intoId: ContactId): number {
  return ctx.transaction(() => {
    assertMergeable(ctx, fromId, intoId)
    return mergeContacts(ctx, fromId, intoId)
  })
}

/** What would go from one contact to the other, counted before anything is done. */
export function previewMerge(ctx: CompanyContext, fromId: ContactId, intoId: ContactId): MergePreview {
  const { from, into } = assertMergeable(ctx, fromId, intoId)
  const { name, number, email, active, disableBot, acceptAudioMessage } = united(from, into)
  const counts = ctx.company.sqlite
    .query<MergePreview['moves'] & { twinTickets: number }, [number, number]>(
      `SELECT (SELECT count(*) FROM ticket WHERE contact_id = ?1) AS tickets,
         (SELECT count(*) FROM ticket t JOIN message m ON m.ticket_id = t.id WHERE t.contact_id = ?1) AS messages,
         (SELECT count(*) FROM ticket_note WHERE contact_id = ?1) AS notes,
         (SELECT count(*) FROM contact_tag WHERE contact_id = ?1) AS tags,
         (SELECT count(*) FROM contact_extra_info WHERE contact_id = ?1) AS extraInfo,
         (SELECT count(*) FROM schedule WHERE contact_id = ?1) AS schedules,
         (SELECT count(*) FROM ticket a JOIN ticket b ON b.connection_id = a.connection_id AND b.contact_id = ?2
            AND b.status <> 'closed' WHERE a.contact_id = ?1 AND a.status <> 'closed') AS twinTickets`,
    )
    .get(fromId, intoId)
  const { twinTickets = 0, ...moves } = counts ?? {}
  return {
    from: presentContact(ctx, fromId),
    into: presentContact(ctx, intoId),
    result: { name, number, email, active, disableBot, acceptAudioMessage },
    moves: moves as MergePreview['moves'],
    twinTickets,
  }
}

function assertMergeable(ctx: CompanyContext, fromId: ContactId, intoId: ContactId) {
  const [from, into] = [getContactRow(ctx, fromId), getContactRow(ctx, intoId)]
  if (!canMergeContacts(ctx.actor)) refuse('ERR_NO_PERMISSION')
  if (fromId === intoId) refuse('ERR_INVALID_INPUT', { fields: { fromContactId: 'invalid' } })
  if (from.isGroup || into.isGroup) refuse('ERR_INVALID_INPUT', { fields: { fromContactId: 'invalid' } })
  return { from, into }
}

/** What was merged into the contact and can still be undone, the latest first. */
export function listMerges(ctx: CompanyContext, id: ContactId): MergeView[] {
  getContactRow(ctx, id)
  if (!canMergeContacts(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const open = and(eq(contactMergeTable.intoContactId, id), isNull(contactMergeTable.undoneAt))
  const rows = ctx.db
    .select({ merge: contactMergeTable, userName: userTable.name })
    .from(contactMergeTable)
    .leftJoin(userTable, eq(userTable.id, contactMergeTable.userId))
    .where(open)
    .orderBy(desc(contactMergeTable.id))
    .limit(mergesMax)
    .all()
  return rows.flatMap(({ merge: { id: mergeId, firstEvent, userId, createdAt }, userName }) => {
    const [event] = readEvents(ctx, firstEvent, { last: firstEvent })
    if (!event || !isEvent(event, 'contact.merged')) return []
    const { name, number } = event.data.from
    const user = userId === null ? null : { id: userId, name: userName ?? '' }
    return [{ id: mergeId, name, number, user, createdAt: createdAt.toISOString() }]
  })
}
