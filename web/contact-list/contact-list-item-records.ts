import type { ContactImportView } from '../../src/contact-import/contact-import.calls'
import type { ContactListItemView } from '../../src/contact-list/contact-list.calls'
import type { ContactListView } from '../../src/contact-list/contact-list.record'
import { matchesContactSearch } from '../../src/contact/list/contact-search.contract'
import { foldText } from '../../src/kernel/text/fold-text.contract'
import { byKey } from '../../src/kernel/text/sort-order.contract'
import type { ListPage } from '../live/list-items'
import type { Loader } from '../page/page-definition'
import { loadRecords, recordSource } from '../records/record-source'

export const validities = ['valid', 'invalid', 'unknown'] as const
type Validity = (typeof validities)[number]

export const contactListItemRecords = (contactListId: number) =>
  recordSource('/contact-list-items', {
    filters: ['valid'],
    query: ({ filters, last }) => ({
      contactListId,
      valid: validities.find((name) => name === filters.valid) ?? '',
      ...(last && { after: last.id }),
    }),
    compare: byKey(({ name, number, email }: ContactListItemView) => foldText(`${name} ${number} ${email}`).trim()),
    matches: (item, { search, filters }) =>
      (filters.valid === '' || validityOf(item) === filters.valid) &&
      (matchesContactSearch(item, search) || foldText(item.email).includes(foldText(search))),
    follow: (list) => ({
      contactListItem: (event) => {
        if (event.action === 'reload') {
          // Reloading during an import would return users who have scrolled down to the top every two seconds.
          if (event.contactListId === contactListId && list.items.peek().length <= 40) void list.reload()
        } else if (event.action === 'delete') list.remove(event.contactListItemId)
        else if (event.contactListItem.contactListId === contactListId) {
          list.upsert(event.contactListItem, { created: event.action === 'create' })
        }
      },
    }),
  })

export function validityOf({ isWhatsappValid }: ContactListItemView): Validity {
  return isWhatsappValid === null ? 'unknown' : isWhatsappValid ? 'valid' : 'invalid'
}

export interface ContactListItemsData {
  list: ContactListView
  page: ListPage<ContactListItemView>
  imports: ContactImportView[]
  canCheck: boolean
}

export const loadContactListItems: Loader<ContactListItemsData, { id: string }> = async (api, { id }, query) => {
  const listId = Number(id)
  const params = { id: listId }
  const [list, page, { imports }, connections] = await Promise.all([
    api.get('/contact-lists/:id', { params }),
    loadRecords(contactListItemRecords(listId), api, query),
    api.get('/contact-lists/:id/imports', { params }),
    api.get('/whatsapp'),
  ])
  const canCheck = connections.some(({ status, channel }) => status === 'CONNECTED' && channel === 'whatsapp')
  return { list, page, imports, canCheck }
}
