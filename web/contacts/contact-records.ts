import type { ConnectionPick } from '../../src/connection/connection.calls'
import type { ContactView } from '../../src/contact/contact.answers'
import { contactPageSize } from '../../src/contact/contact.contract'
import { matchesContactSearch } from '../../src/contact/list/contact-search.contract'
import { foldText } from '../../src/kernel/text/fold-text.contract'
import { byKey } from '../../src/kernel/text/sort-order.contract'
import type { TagView } from '../../src/tag/tag.record'
import type { ApiClient } from '../api/api-client'
import type { ListPage } from '../live/list-items'
import { loadRecords, type RecordQuery, recordSource } from '../records/record-source'

export type ContactFilterName = 'contactTag' | 'tagMatch' | 'channel' | 'whatsappId' | 'active' | 'isGroup'
type ContactQuery = RecordQuery<ContactFilterName>

/** Ids in a filter, such as `3,4`. */
export const idsOf = (text: string) => (text === '' ? [] : text.split(',').map(Number))

export const contactRecords = recordSource('/contacts', {
  filters: ['contactTag', 'tagMatch', 'channel', 'whatsappId', 'active', 'isGroup'],
  pageSize: contactPageSize,
  query: queryOf,
  compare: byKey(({ name, number }: ContactView) => `${foldText(name).trim()} ${number}`.trim()),
  matches: (contact, { search, filters }) => matchesContactSearch(contact, search) && isFiltered(contact, filters),
  follow: (list) => ({
    contact: (event) => {
      if (event.action === 'reload') {
        // Reloading would scroll users back to the top every two seconds of an import.
        if (list.items.peek().length <= contactPageSize) void list.reload()
      } else if (event.action === 'delete') list.remove(event.contactId)
      else list.upsert({ lastMessage: '', ...event.contact }, { created: event.action === 'create' })
    },
  }),
})

/** Converts the filter for the list and export calls; empty ones are omitted. */
export function queryOf({ search, filters }: ContactQuery): Partial<Record<string, string>> {
  const chosen = Object.entries(filters).filter(([, value]) => value !== '')
  return { ...(search && { searchParam: search }), ...Object.fromEntries(chosen) }
}

function isFiltered(contact: ContactView, filters: ContactQuery['filters']) {
  const tags = idsOf(filters.contactTag)
  const has = (id: number) => contact.tags.some((tag) => tag.id === id)
  if (tags.length > 0 && !(filters.tagMatch === 'any' ? tags.some(has) : tags.every(has))) return false
  return (
    (filters.channel === '' || contact.channel === filters.channel) &&
    (filters.whatsappId === '' || contact.whatsappId === Number(filters.whatsappId)) &&
    (filters.active === '' || String(contact.active) === filters.active) &&
    (filters.isGroup === '' || String(contact.isGroup) === filters.isGroup)
  )
}

export interface ContactsData {
  page: ListPage<ContactView>
  tags: TagView[]
  connections: ConnectionPick[]
}

export async function loadContacts(api: ApiClient, _: unknown, query: URLSearchParams): Promise<ContactsData> {
  const [page, tags, connections] = await Promise.all([
    loadRecords(contactRecords, api, query),
    api.get('/tags/list', { query: { kanban: 0 } }),
    api.get('/whatsapp'),
  ])
  return { page, tags, connections }
}
