import { and, eq, ne } from 'drizzle-orm'
import { readNumber } from '../contact/number/read-number.contract'
import { phoneKey } from '../kernel/text/phone-number'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse, required } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import { addListItem } from './add-list-item'
import { planCheck } from './check-list'
import { findListItem, getListItem, itemSearchText, presentListItem } from './contact-list-item.queries'
import type { ContactListItemBody, UpdateContactListItemBody } from './contact-list.contract'
import { contactListRecords, getContactList } from './contact-list.record'
import { contactListItemTable } from './contact-list.tables'
import { isKnownAccount } from './known-account.view'

/** @throws Refusal ERR_INVALID_INPUT, also for a known number; ERR_NO_CONTACT_LIST_FOUND */
export function createListItem(ctx: CompanyContext, body: ContactListItemBody) {
  contactListRecords.assertMayChange(ctx)
  const { name, email, contactListId } = body
  return ctx.transaction(() => {
    getContactList(ctx, contactListId)
    const number = readPhone(body.number)
    const id = addListItem(ctx, contactListId, { name, number, email: email ?? '', extra: {} })
    if (id === undefined) return refuseDuplicate()
    recordEvent(ctx, 'contactListItem.created', {}, { contactListItemId: id, inListId: contactListId })
    planCheck(ctx, contactListId)
    return presentListItem(ctx, getListItem(ctx, id))
  })
}

/** A changed number is checked again. @throws Refusal as `createListItem`, ERR_NO_CONTACT_LIST_ITEM_FOUND */
export function updateListItem(ctx: CompanyContext, id: number, body: UpdateContactListItemBody) {
  contactListRecords.assertMayChange(ctx)
  return ctx.transaction(() => {
    const before = getListItem(ctx, id)
    const { contactListId = before.listId } = body
    if (contactListId !== before.listId) refuse('ERR_INVALID_INPUT', { fields: { contactListId: 'unknown' } })
    const { name = before.name } = body
    const email = body.email === undefined ? before.email : (body.email ?? '')
    const changes = body.number === undefined ? {} : numberChanges(ctx, before, body.number)
    const number = changes.number ?? before.number
    ctx.db
      .update(contactListItemTable)
      .set({ name, email, ...changes, searchText: itemSearchText(name, number, email), updatedAt: ctx.now })
      .where(eq(contactListItemTable.id, id))
      .run()
    recordEvent(ctx, 'contactListItem.updated', {}, { contactListItemId: id, inListId: before.listId })
    planCheck(ctx, before.listId)
    return presentListItem(ctx, required(findListItem(ctx, id), 'ERR_NO_CONTACT_LIST_ITEM_FOUND'))
  })
}

/** @throws Refusal ERR_NO_CONTACT_LIST_ITEM_FOUND */
export function deleteListItem(ctx: CompanyContext, id: number) {
  contactListRecords.assertMayChange(ctx)
  ctx.transaction(() => {
    const { listId, name } = getListItem(ctx, id)
    ctx.db.delete(contactListItemTable).where(eq(contactListItemTable.id, id)).run()
    recordEvent(ctx, 'contactListItem.deleted', {}, { contactListItemId: id, inListId: listId, name })
  })
}

function readPhone(text: string) {
  const read = readNumber(text)
  return 'reason' in read ? refuse('ERR_INVALID_INPUT', { fields: { number: read.reason } }) : read.number
}

function numberChanges(ctx: CompanyContext, before: ReturnType<typeof getListItem>, text: string) {
  const number = readPhone(text)
  if (number === before.number) return {}
  const key = phoneKey(number)
  const same = and(
    eq(contactListItemTable.listId, before.listId),
    eq(contactListItemTable.phoneKey, key),
    ne(contactListItemTable.id, before.id),
  )
  if (ctx.db.select({ id: contactListItemTable.id }).from(contactListItemTable).where(same).get()) refuseDuplicate()
  const isKnown = isKnownAccount(ctx, key)
  return { number, phoneKey: key, isValid: isKnown || null, checkedAt: isKnown ? ctx.now : null }
}

const refuseDuplicate = () => refuse('ERR_INVALID_INPUT', { fields: { number: 'duplicate' } })
