import { and, count, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { readContactSearch } from '../contact/list/contact-search.contract'
import type { CompanyContext } from '../kernel/company/company-context'
import { indexedBy, stored } from '../kernel/database/expressions'
import { required } from '../kernel/errors'
import { foldText } from '../kernel/text/fold-text.contract'
import { pageSize } from '../kernel/http/request-parts'
import { isSuppressed } from '../suppression/suppression.record'
import type { ContactListItemView } from './contact-list.calls'
import type { ListContactListItemsQuery } from './contact-list.contract'
import { getContactList } from './contact-list.record'
import { contactListItemTable } from './contact-list.tables'

export type ContactListItem = typeof contactListItemTable.$inferSelect

export function findListItem(ctx: CompanyContext, id: number): ContactListItem | undefined {
  return ctx.db.select().from(contactListItemTable).where(eq(contactListItemTable.id, id)).get()
}

/** @throws Refusal ERR_NO_CONTACT_LIST_ITEM_FOUND */
export function getListItem(ctx: CompanyContext, id: number): ContactListItem {
  const item = required(findListItem(ctx, id), 'ERR_NO_CONTACT_LIST_ITEM_FOUND')
  getContactList(ctx, item.listId)
  return item
}

const { id, listId, isValid, searchText } = contactListItemTable
const byName = indexedBy(contactListItemTable, 'contact_list_item_name')

const validities = { '': undefined, valid: eq(isValid, true), invalid: eq(isValid, false), unknown: isNull(isValid) }

/** Returns items by name. A page starts after the item in `after`, else at its number. */
export function listItems(ctx: CompanyContext, query: ListContactListItemsQuery) {
  const { contactListId, pageNumber, after, valid } = query
  const list = getContactList(ctx, contactListId)
  const words = readContactSearch(query.searchParam)
  const isFound = or(...words.map((all) => and(...all.map((word) => sql`instr(${searchText}, ${word}) > 0`))))
  const isMatch = and(eq(listId, contactListId), isFound, validities[valid])
  const last = after === undefined ? undefined : findListItem(ctx, after)
  const isAfter = last && sql`(${searchText}, ${id}) > (${last.searchText}, ${last.id})`
  const skipped = last ? 0 : (pageNumber - 1) * pageSize
  const page = ctx.db
    .select({ id: stored(id) })
    .from(byName)
    .where(and(isMatch, isAfter))
    .orderBy(searchText, id)
    .limit(pageSize + 1)
    .offset(skipped)
  const rows = ctx.db.select().from(contactListItemTable).where(inArray(id, page)).orderBy(searchText, id).all()
  const hasMore = rows.length > pageSize
  const isWhole = !hasMore && !last && skipped === 0
  // Counting walks the whole list.
  const countMatches = () => ctx.db.select({ n: count() }).from(byName).where(isMatch).get()?.n ?? 0
  const ofWords = () => (isWhole ? rows.length : countMatches())
  return {
    contacts: rows.slice(0, pageSize).map((row) => presentListItem(ctx, row)),
    hasMore,
    count: words.length === 0 ? countOf(list, valid) : ofWords(),
  }
}

function countOf({ items, valid, invalid }: ReturnType<typeof getContactList>, of: ListContactListItemsQuery['valid']) {
  return { '': items, valid, invalid, unknown: items - valid - invalid }[of]
}

export function presentListItem(ctx: CompanyContext, item: ContactListItem): ContactListItemView {
  const { id, listId, name, number, email, isValid, extra, createdAt, updatedAt } = item
  return {
    id,
    companyId: ctx.company.id,
    contactListId: listId,
    name,
    number,
    email,
    isWhatsappValid: isValid,
    extra,
    isSuppressed: isSuppressed(ctx, item.phoneKey),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

export function itemSearchText(name: string, number: string, email: string) {
  return foldText(`${name} ${number} ${email}`).trim()
}
