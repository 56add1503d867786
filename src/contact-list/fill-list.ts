import { channelRules } from '../channel/channel-rules.contract'
import { contactNameMax, type ContactFilter } from '../contact/contact.contract'
import { findContactRow, listExtraInfo } from '../contact/contact.queries'
import { everyContact, walkContacts } from '../contact/list/list-contacts'
import { inBatches } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
import { recordEvent } from '../kernel/event/event-log'
import type { ContactId } from '../kernel/ids'
import { cleanName } from '../kernel/text/name-text.contract'
import { addListItem } from './add-list-item'
import { planCheck } from './check-list'
import { type FillContactListBody, itemNameMax } from './contact-list.contract'
import { contactListRecords, findContactList, getContactList } from './contact-list.record'

const idsAtOnce = 50

/** In batches, without blocked ones, groups and those without a number. @throws Refusal ERR_NO_CONTACT_LIST_FOUND */
export async function fillList(ctx: CompanyContext, listId: number, body: FillContactListBody) {
  contactListRecords.assertMayChange(ctx)
  getContactList(ctx, listId)
  const result = { added: 0, known: 0, left: 0 }
  const pages = pagesOf(ctx, body)
  await inBatches(ctx, {
    next() {
      const page = findContactList(ctx, listId) ? pages.next().value : undefined
      return page ? [page] : []
    },
    work(ids) {
      for (const id of ids) result[addContact(ctx, listId, id)]++
      planCheck(ctx, listId)
    },
  })
  if (findContactList(ctx, listId)) {
    ctx.transaction(() => recordEvent(ctx, 'contactListItems.changed', {}, { inListId: listId }))
  }
  return result
}

function* pagesOf(ctx: CompanyContext, body: FillContactListBody): Generator<readonly ContactId[], undefined> {
  if ('contactIds' in body) {
    const ids = [...new Set(body.contactIds)]
    for (let at = 0; at < ids.length; at += idsAtOnce) yield ids.slice(at, at + idsAtOnce)
    return
  }
  const filter: ContactFilter =
    'filter' in body ? body.filter : { ...everyContact, contactTag: body.tagIds, tagMatch: 'any' }
  yield* walkContacts(ctx, filter, idsAtOnce)
}

function addContact(ctx: CompanyContext, listId: number, id: ContactId): 'added' | 'known' | 'left' {
  const contact = findContactRow(ctx, id)
  if (!contact || contact.isGroup || !contact.active || contact.number === '') return 'left'
  if (!channelRules[contact.channel].phoneNumbers) return 'left'
  const name = cleanName(contact.name.slice(0, contactNameMax)).slice(0, itemNameMax)
  const { number, email } = contact
  const extra = Object.fromEntries(listExtraInfo(ctx, id).map((info) => [info.name, info.value]))
  return addListItem(ctx, listId, { name, number, email, extra }) === undefined ? 'known' : 'added'
}
