import type { ContactView } from '../../src/contact/contact.answers'
import type { ApiClient } from '../api/api-client'
import { formatPhone } from '../i18n/format'
import type { Option } from '../ui/select/option'

export const searchLengthMin = 3

export function searchContacts(api: ApiClient, filter: { channel?: string; isGroup?: 'false' } = {}) {
  return async (searchParam: string, signal: AbortSignal): Promise<Option<number>[]> => {
    const query = { searchParam, pageNumber: 1, ...filter }
    const { contacts } = await api.get('/contacts', { query, signal })
    return contacts.map(contactOption)
  }
}

export function contactOption({
  id,
  name,
  number,
  isGroup,
}: Pick<ContactView, 'id' | 'name' | 'number' | 'isGroup'>): Option<number> {
  return { value: id, label: name, description: isGroup ? undefined : formatPhone(number) }
}
