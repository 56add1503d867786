import { and, count, desc, eq, isNull } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { isEvent, readEvents } from '../../kernel/event/event-log'
import type { ContactId } from '../../kernel/ids'
import { countTagsOfContact } from '../../tag/tag-links'
import { findUser } from '../../user/user.queries'
import type { MergePreview, MergeView } from '../contact.answers'
import { canMergeContacts } from '../contact.policy'
import { getContactRow } from '../contact.queries'
import { contactExtraInfoTable, contactMergeTable } from '../contact.tables'
import { mergeContacts, mergedValues } from './merge-contacts'
import { presentContact } from '../list/present-contact'

type ContactRecords = MergePreview['moves'] & Pick<MergePreview, 'twinTickets'>

type CountContactRecords = (ctx: CompanyContext, fromId: ContactId, intoId: ContactId) => Partial<ContactRecords>

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    contactRecords: readonly CountContactRecords[]
  }
}

const mergesMax = 20
const nobody: ContactId = 0
const none: ContactRecords = {
  tickets: 0,
  messages: 0,
  notes: 0,
  tags: 0,
  extraInfo: 0,
  schedules: 0,
  twinTickets: 0,
}

/** @throws Refusal ERR_NO_PERMISSION, ERR_INVALID_INPUT when they cannot be one person */
export function mergeContactsByHand(ctx: CompanyContext, fromId: ContactId, intoId: ContactId): number {
  return ctx.transaction(() => {
    assertMergeable(ctx, fromId, intoId)
    return mergeContacts(ctx, fromId, intoId)
  })
}

export function previewMerge(ctx: CompanyContext, fromId: ContactId, intoId: ContactId): MergePreview {
  const { from, into } = assertMergeable(ctx, fromId, intoId)
  const { name, number, email, active, disableBot, acceptAudioMessage } = mergedValues(from, into)
  const { twinTickets, ...moves } = countRecords(ctx, fromId, intoId)
  return {
    from: presentContact(ctx, fromId),
    into: presentContact(ctx, intoId),
    result: { name, number, email, active, disableBot, acceptAudioMessage },
    moves,
    twinTickets,
  }
}

export function countContactRecords(ctx: CompanyContext, contactId: ContactId): MergePreview['moves'] {
  getContactRow(ctx, contactId)
  const { twinTickets, ...records } = countRecords(ctx, contactId, nobody)
  return records
}

function countRecords(ctx: CompanyContext, contactId: ContactId, otherId: ContactId): ContactRecords {
  const ofOthers = ctx.company.services.ports.contactRecords.map((count) => count(ctx, contactId, otherId))
  const own = { tags: countTagsOfContact(ctx, contactId), extraInfo: countExtraInfo(ctx, contactId) }
  return Object.assign({ ...none, ...own }, ...ofOthers)
}

function countExtraInfo(ctx: CompanyContext, contactId: ContactId) {
  const ofContact = eq(contactExtraInfoTable.contactId, contactId)
  return ctx.db.select({ n: count() }).from(contactExtraInfoTable).where(ofContact).get()?.n ?? 0
}

function assertMergeable(ctx: CompanyContext, fromId: ContactId, intoId: ContactId) {
  const [from, into] = [getContactRow(ctx, fromId), getContactRow(ctx, intoId)]
  if (!canMergeContacts(ctx.actor)) refuse('ERR_NO_PERMISSION')
  if (fromId === intoId) refuse('ERR_INVALID_INPUT', { fields: { fromContactId: 'invalid' } })
  if (from.isGroup || into.isGroup) refuse('ERR_INVALID_INPUT', { fields: { fromContactId: 'invalid' } })
  return { from, into }
}

export function listMerges(ctx: CompanyContext, id: ContactId): MergeView[] {
  getContactRow(ctx, id)
  if (!canMergeContacts(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const open = and(eq(contactMergeTable.intoContactId, id), isNull(contactMergeTable.undoneAt))
  const rows = ctx.db
    .select()
    .from(contactMergeTable)
    .where(open)
    .orderBy(desc(contactMergeTable.id))
    .limit(mergesMax)
    .all()
  return rows.flatMap(({ id: mergeId, firstEvent, userId, createdAt }) => {
    const [event] = readEvents(ctx, firstEvent, { last: firstEvent })
    if (!event || !isEvent(event, 'contact.merged')) return []
    const { name, number } = event.data.from
    const user = userId === null ? null : { id: userId, name: findUser(ctx, userId)?.name ?? '' }
    return [{ id: mergeId, name, number, user, createdAt: createdAt.toISOString() }]
  })
}
