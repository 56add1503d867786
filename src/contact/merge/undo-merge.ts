import { and, eq, isNull } from 'drizzle-orm'
import { findConnectionFacts } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse, required } from '../../kernel/errors'
import { isEvent, readEvents, recordEvent } from '../../kernel/event/event-log'
import type { ContactId } from '../../kernel/ids'
import { findMedia } from '../../kernel/file/media-store'
import { returnContactTags } from '../../tag/tag-links'
import { findUser } from '../../user/user.queries'
import type { ContactMerge } from '../contact.events'
import { canMergeContacts } from '../contact.policy'
import { type ContactRow, findContactIdByIdentity, findContactRow, type IdentityKey } from '../contact.queries'
import { contactExtraInfoTable, contactIdentityTable, contactMergeTable, contactTable } from '../contact.tables'
import { keepApart } from './keep-apart'
import { mergedValues } from './merge-contacts'
import { searchTextOf } from '../store-contact'
import { keysOf } from '../../kernel/typed-object.contract'

/** Each contact gets back its own data; later changes and newer tickets stay. They are not merged again. @throws Refusal ERR_CANNOT_UNDO */
export function undoMerge(ctx: CompanyContext, mergeId: number): { fromId: ContactId; intoId: ContactId } {
  return ctx.transaction(() => {
    const found = ctx.db.select().from(contactMergeTable).where(eq(contactMergeTable.id, mergeId)).get()
    const { fromContactId: fromId, intoContactId: intoId, firstEvent, lastEvent } = required(found, 'ERR_NOT_FOUND')
    if (!canMergeContacts(ctx.actor)) refuse('ERR_NO_PERMISSION')
    const into = findContactRow(ctx, intoId) ?? refuse('ERR_CANNOT_UNDO')
    const merge = claim(ctx, mergeId) ? findMerge(ctx, firstEvent) : undefined
    if (!merge || findContactRow(ctx, fromId)) return refuse('ERR_CANNOT_UNDO')
    restore(ctx, merge)
    restoreFields(ctx, into, merge)
    restoreIdentities(ctx, merge, intoId)
    restoreExtraInfo(ctx, merge, intoId)
    returnContactTags(ctx, fromId, intoId, merge)
    recordEvent(ctx, 'contact.unmerged', { contactId: intoId }, { fromContactId: fromId, firstEvent, lastEvent })
    keepApart(ctx, intoId, fromId)
    return { fromId, intoId }
  })
}

function claim(ctx: CompanyContext, mergeId: number) {
  const open = and(eq(contactMergeTable.id, mergeId), isNull(contactMergeTable.undoneAt))
  return ctx.db.update(contactMergeTable).set({ undoneAt: ctx.now }).where(open).returning().get() !== undefined
}

function findMerge(ctx: CompanyContext, firstEvent: number): ContactMerge | undefined {
  const [event] = readEvents(ctx, firstEvent, { last: firstEvent })
  if (!event || !isEvent(event, 'contact.merged')) return undefined
  const { from, into } = event.data
  return { ...event.data, from: withDates(from), into: withDates(into) }
}

/** JSON has times as text. */
function withDates(row: ContactRow): ContactRow {
  const time = (at: Date | null) => (at === null ? null : new Date(at))
  return {
    ...row,
    lgpdAcceptedAt: time(row.lgpdAcceptedAt),
    pictureCheckedAt: time(row.pictureCheckedAt),
    numberSince: time(row.numberSince ?? null),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }
}

function restore(ctx: CompanyContext, { from }: ContactMerge) {
  const { connectionId } = from
  const hasConnection = connectionId !== null && findConnectionFacts(ctx, connectionId)
  const walletUserId = from.walletUserId === null ? null : (findUser(ctx, from.walletUserId)?.id ?? null)
  const pictureMediaId = findMedia(ctx, from.pictureMediaId)?.id ?? null
  ctx.db
    .insert(contactTable)
    .values({
      ...from,
      pictureMediaId,
      walletUserId,
      connectionId: hasConnection ? connectionId : null,
      updatedAt: ctx.now,
    })
    .run()
}

function restoreFields(ctx: CompanyContext, now: ContactRow, { from, into }: ContactMerge) {
  const merged = mergedValues(from, into)
  const names = keysOf(merged)
  const back = names.filter((name) => name !== 'searchText' && isSame(now[name], merged[name]))
  const before = { ...into, username: into.username ?? '' }
  const fields: Partial<ContactRow> = Object.fromEntries(back.map((name) => [name, before[name]]))
  ctx.db
    .update(contactTable)
    .set({ ...fields, searchText: searchTextOf({ ...now, ...fields }), updatedAt: ctx.now })
    .where(eq(contactTable.id, now.id))
    .run()
}

const isSame = (one: unknown, other: unknown) =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other

/** Includes identities removed from the other contact since, but not those that a third contact has now. */
function restoreIdentities(ctx: CompanyContext, merge: ContactMerge, intoId: ContactId) {
  const contactId = merge.fromContactId
  for (const { scope, kind, value } of merge.identities) {
    const key: IdentityKey = { scope, kind, value }
    const holder = findContactIdByIdentity(ctx, key)
    const { scope: inScope, kind: ofKind, value: withValue } = contactIdentityTable
    const it = and(eq(inScope, scope), eq(ofKind, kind), eq(withValue, value))
    if (holder === intoId) ctx.db.update(contactIdentityTable).set({ contactId }).where(it).run()
    else if (holder === undefined)
      ctx.db
        .insert(contactIdentityTable)
        .values({ ...key, contactId })
        .run()
  }
}

function restoreExtraInfo(ctx: CompanyContext, { fromContactId, extraInfoIds }: ContactMerge, intoId: ContactId) {
  for (const id of extraInfoIds) {
    const own = and(eq(contactExtraInfoTable.id, id), eq(contactExtraInfoTable.contactId, intoId))
    ctx.db.update(contactExtraInfoTable).set({ contactId: fromContactId }).where(own).run()
  }
}
