import { and, type AnyColumn, count, eq, inArray, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { ContactId, TagId, TicketId } from '../kernel/ids'
import { isSettingEnabled } from '../setting/setting.queries'
import { canEmptyLane } from './tag.policy'
import { assertContact, findTag, getTag, listTags, listTicketLanes } from './tag.queries'
import { contactTagTable, ticketTagTable, tagTable } from './tag.tables'

/** @throws Refusal ERR_INVALID_INPUT for no plain tag */
export function setContactTags(ctx: CompanyContext, contactId: ContactId, tagIds: readonly TagId[]) {
  ctx.transaction(() => {
    assertContact(ctx, contactId)
    const wanted = new Set(tagIds)
    assertPlainTags(ctx, tagIds)
    const currentTagIds = contactTagIds(ctx, contactId)
    changeContactTags(ctx, contactId, {
      added: [...wanted].filter((id) => !currentTagIds.includes(id)),
      removed: currentTagIds.filter((id) => !wanted.has(id)),
    })
  })
}

/** @throws Refusal ERR_INVALID_INPUT for an added id of no plain tag */
export function changeTags(ctx: CompanyContext, contactId: ContactId, change: { add: TagId[]; remove: TagId[] }) {
  ctx.transaction(() => {
    assertPlainTags(ctx, change.add)
    const currentTagIds = contactTagIds(ctx, contactId)
    changeContactTags(ctx, contactId, {
      added: [...new Set(change.add)].filter((id) => !currentTagIds.includes(id)),
      removed: [...new Set(change.remove)].filter((id) => currentTagIds.includes(id)),
    })
  })
}

export function assertPlainTags(ctx: CompanyContext, tagIds: readonly TagId[]) {
  const plain = new Set(listTags(ctx, { kanban: false }).map((tag) => tag.id))
  if (!tagIds.every((id) => plain.has(id))) refuse('ERR_INVALID_INPUT', { fields: { tags: 'unknown' } })
}

export function removeContactTag(ctx: CompanyContext, contactId: ContactId, tagId: TagId) {
  ctx.transaction(() => {
    assertContact(ctx, contactId)
    getTag(ctx, tagId)
    const known = contactTagIds(ctx, contactId).includes(tagId)
    changeContactTags(ctx, contactId, { added: [], removed: known ? [tagId] : [] })
  })
}

/** The lane of a ticket and the tags of its contact. */
export function listTagIdsOfTicket(ctx: CompanyContext, ticket: { id: TicketId; contactId: ContactId }): TagId[] {
  const lanes = ctx.db.select().from(ticketTagTable).where(eq(ticketTagTable.ticketId, ticket.id)).all()
  return [...new Set([...contactTagIds(ctx, ticket.contactId), ...lanes.map(({ tagId }) => tagId)])]
}

const tagsOfContact = statement((db, v: { contactId: ContactId }) =>
  db.select({ n: count() }).from(contactTagTable).where(eq(contactTagTable.contactId, v.contactId)),
)

export function countTagsOfContact(ctx: CompanyContext, contactId: ContactId) {
  return tagsOfContact.get(ctx, { contactId })?.n ?? 0
}

/** Without the lanes of their tickets. */
export const listTagIdsOfContact = (ctx: CompanyContext, contactId: ContactId) => contactTagIds(ctx, contactId)

function contactTagIds(ctx: CompanyContext, contactId: ContactId): TagId[] {
  const rows = ctx.db.select().from(contactTagTable).where(eq(contactTagTable.contactId, contactId)).all()
  return rows.map((row) => row.tagId)
}

function changeContactTags(ctx: CompanyContext, contactId: ContactId, change: { added: TagId[]; removed: TagId[] }) {
  const { added, removed } = change
  if (added.length + removed.length === 0) return
  if (isHeld(ctx, removed)) assertReachesContact(ctx, contactId)
  const isRemoved = and(eq(contactTagTable.contactId, contactId), inArray(contactTagTable.tagId, removed))
  ctx.db.delete(contactTagTable).where(isRemoved).run()
  for (const tagId of added) ctx.db.insert(contactTagTable).values({ contactId, tagId }).run()
  recordEvent(ctx, 'contact.tagsChanged', { contactId }, change)
}

/** Without a tag, nobody resolves the contact's conversations where tags are required. */
function isHeld(ctx: CompanyContext, removed: readonly TagId[]) {
  return (removed.length > 0 && isSettingEnabled(ctx, 'requiredTag')) || removed.some((id) => findTag(ctx, id)?.kanban)
}

/** Null: off the board. Checks no access. @throws Refusal ERR_NO_TAG_FOUND for no lane */
export function setTicketLane(
  ctx: CompanyContext,
  ticketId: TicketId,
  tagId: TagId | null,
  { isReturn = false }: { isReturn?: boolean } = {},
) {
  return ctx.transaction(() => {
    if (tagId !== null && !getTag(ctx, tagId).kanban) refuse('ERR_NO_TAG_FOUND')
    const currentLanes = listTicketLanes(ctx, ticketId)
    const fromTagIds = currentLanes.filter((id) => id !== tagId)
    const isNew = tagId !== null && !currentLanes.includes(tagId)
    if (fromTagIds.length === 0 && !isNew) return false
    const left = and(eq(ticketTagTable.ticketId, ticketId), inArray(ticketTagTable.tagId, fromTagIds))
    ctx.db.delete(ticketTagTable).where(left).run()
    if (isNew) ctx.db.insert(ticketTagTable).values({ ticketId, tagId, createdAt: ctx.now }).run()
    recordEvent(ctx, 'ticket.laneChanged', { ticketId }, { fromTagIds, toTagId: tagId, ...(isReturn && { isReturn }) })
    return true
  })
}

const held = alias(ticketTagTable, 'held')

const lanes = {
  move: statement((db, v: { fromId: TicketId; intoId: TicketId }) => {
    const heldByOther = db.select({ id: held.tagId }).from(held).where(eq(held.ticketId, v.intoId))
    return db
      .update(ticketTagTable)
      .set({ ticketId: v.intoId })
      .where(and(eq(ticketTagTable.ticketId, v.fromId), notExists(heldByOther)))
      .returning({ id: ticketTagTable.tagId })
  }),
  return: statement((db, v: { fromId: TicketId; toId: TicketId; laneId: TagId }) => {
    const { ticketId, tagId } = ticketTagTable
    const heldByOther = db.select({ id: held.tagId }).from(held).where(eq(held.ticketId, v.toId))
    return db
      .update(ticketTagTable)
      .set({ ticketId: v.toId })
      .where(and(eq(ticketId, v.fromId), eq(tagId, v.laneId), notExists(heldByOther)))
  }),
}

export function moveTicketLane(ctx: CompanyContext, fromId: TicketId, intoId: TicketId): TagId[] {
  return lanes.move.all(ctx, { fromId, intoId }).map(({ id }) => id)
}

export function returnTicketLanes(ctx: CompanyContext, fromId: TicketId, toId: TicketId, laneIds: readonly TagId[]) {
  for (const laneId of laneIds) lanes.return.run(ctx, { fromId, toId, laneId })
}

/** @throws Refusal ERR_NO_PERMISSION */
export function clearLane(ctx: CompanyContext, tagId: TagId) {
  ctx.transaction(() => {
    const { tickets } = getTag(ctx, tagId)
    if (!canEmptyLane(ctx.actor)) refuse('ERR_NO_PERMISSION')
    ctx.db.delete(ticketTagTable).where(eq(ticketTagTable.tagId, tagId)).run()
    if (tickets > 0) recordEvent(ctx, 'tag.ticketsRemoved', {}, { tagId, tickets })
  })
}

export const hasContactTag = (contactId: AnyColumn | SQL, tagId: TagId): SQL =>
  sql`${contactId} IN (SELECT ${contactTagTable.contactId} FROM ${contactTagTable} WHERE ${eq(contactTagTable.tagId, tagId)})`
export const hasTicketTag = (ticketId: AnyColumn | SQL, tagId: TagId): SQL =>
  sql`${ticketId} IN (SELECT ${ticketTagTable.ticketId} FROM ${ticketTagTable} WHERE ${eq(ticketTagTable.tagId, tagId)})`

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    /** The user sees a conversation, or nobody has had one. */
    reachesContact(ctx: CompanyContext, contactId: ContactId): boolean
  }
}

/** @throws Refusal ERR_NO_PERMISSION */
export function assertReachesContact(ctx: CompanyContext, contactId: ContactId) {
  if (!ctx.company.services.ports.reachesContact(ctx, contactId)) refuse('ERR_NO_PERMISSION')
}

const insert = statement((db, { contactId, tagId }: { contactId: ContactId; tagId: TagId }) =>
  db.insert(contactTagTable).values({ contactId, tagId }).onConflictDoNothing(),
)

/** Adds plain tags without an event. Returns whether any was new to the contact. */
export function addTagsToContact(ctx: CompanyContext, contactId: ContactId, tagIds: readonly TagId[]): boolean {
  let isChanged = false
  for (const tagId of tagIds) if (insert.run(ctx, { contactId, tagId }).changes > 0) isChanged = true
  return isChanged
}

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
