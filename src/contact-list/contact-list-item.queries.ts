import { eq } from 'drizzle-orm'
import { readContactSearch } from '../contact/list/contact-search.contract'
import type { CompanyContext } from '../kernel/company/company-context'
import { preparedStatement } from '../kernel/database/prepared-statement'
import { required } from '../kernel/errors'
import { foldText } from '../kernel/text/fold-text.contract'
import { pageSize } from '../kernel/http/request-parts'
import { readStored } from '../kernel/database/stored-json'
import { isSuppressed } from '../suppression/suppression.record'
import type { ContactListItemView } from './contact-list.calls'
import type { ListContactListItemsQuery } from './contact-list.contract'
import { getContactList } from './contact-list.record'
import { contactListItemTable } from './contact-list.tables'

export type ContactListItem = typeof contactListItemTable.$inferSelect

export function findListItem(ctx: CompanyContext, id: number): ContactListItem | undefined {
  return ctx.db.select().from(contactListItemTable).where(eq(contactListItemTable.id, id)).get()
}

/** @throws Refusal ERR_NO_CONTACT_LIST_ITEM_FOUND, also for an item of a deleted list */
export function getListItem(ctx: CompanyContext, id: number): ContactListItem {
  const item = required(findListItem(ctx, id), 'ERR_NO_CONTACT_LIST_ITEM_FOUND')
  getContactList(ctx, item.listId)
  return item
}

interface ItemRow extends Omit<
  ContactListItemView,
  'companyId' | 'isWhatsappValid' | 'isSuppressed' | 'extra' | 'createdAt' | 'updatedAt'
> {
  phoneKey: string
  isValid: 0 | 1 | null
  extra: string
  createdAt: number
  updatedAt: number
}

const columns = `i.id, i.list_id AS contactListId, i.name, i.number, i.phone_key AS phoneKey, i.email, i.is_valid AS isValid, i.extra,
  i.created_at AS createdAt, i.updated_at AS updatedAt`

const validities = { valid: 'i.is_valid = 1', invalid: 'i.is_valid = 0', unknown: 'i.is_valid IS NULL' }

/** Returns items by name. A page starts after the item in `after`, else at its number. */
export function listItems(ctx: CompanyContext, query: ListContactListItemsQuery) {
  const { contactListId, pageNumber, after, valid } = query
  const list = getContactList(ctx, contactListId)
  const where = ['i.list_id = ?']
  const values: (string | number)[] = [contactListId]
  const words = readContactSearch(query.searchParam)
  if (words.length > 0) {
    where.push(`(${words.map((all) => all.map(() => 'instr(i.search_text, ?) > 0').join(' AND ')).join(' OR ')})`)
    values.push(...words.flat())
  }
  if (valid !== '') where.push(validities[valid])
  const counted = { where: [...where], values: [...values] }
  const last = after === undefined ? undefined : findListItem(ctx, after)
  if (last) {
    where.push('(i.search_text, i.id) > (?, ?)')
    values.push(last.searchText, last.id)
  }
  const skipped = last ? 0 : (pageNumber - 1) * pageSize
  const rows = preparedStatement<ItemRow>(
    ctx,
    `SELECT ${columns} FROM contact_list_item i JOIN (
       SELECT i.id FROM contact_list_item i INDEXED BY contact_list_item_name WHERE ${where.join(' AND ')}
       ORDER BY i.search_text, i.id LIMIT ? OFFSET ?
     ) page ON page.id = i.id ORDER BY i.search_text, i.id`,
  ).all(...values, pageSize + 1, skipped)
  const hasMore = rows.length > pageSize
  const isWhole = !hasMore && !last && skipped === 0
  // Counting walks the whole list, as does looking for the rows of a rare word.
  const matches = () => (isWhole ? rows.length : countItems(ctx, counted.where, counted.values))
  const count = words.length === 0 ? countOf(list, valid) : matches()
  return { contacts: rows.slice(0, pageSize).map((row) => presentRow(ctx, row)), hasMore, count }
}

function countOf({ items, valid, invalid }: ReturnType<typeof getContactList>, of: ListContactListItemsQuery['valid']) {
  return { '': items, valid, invalid, unknown: items - valid - invalid }[of]
}

function countItems(ctx: CompanyContext, where: readonly string[], values: readonly (string | number)[]) {
  const text = `SELECT count(*) AS n FROM contact_list_item i INDEXED BY contact_list_item_name WHERE ${where.join(' AND ')}`
  return preparedStatement<{ n: number }>(ctx, text).get(...values)?.n ?? 0
}

function presentRow(
  ctx: CompanyContext,
  { isValid, extra, phoneKey, createdAt, updatedAt, ...item }: ItemRow,
): ContactListItemView {
  return {
    ...item,
    companyId: ctx.company.id,
    isSuppressed: isSuppressed(ctx, phoneKey),
    isWhatsappValid: isValid === null ? null : isValid === 1,
    extra: readStored<Record<string, string>>(extra),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
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

/** Returns the text by which items are searched and sorted: name, number, e-mail. */
export function itemSearchText(name: string, number: string, email: string) {
  return foldText(`${name} ${number} ${email}`).trim()
}
