import { byName } from '../../src/kernel/text/sort-order.contract'
import { matchesSearch } from '../../src/kernel/text/search-words.contract'
import type { UserView } from '../../src/user/user.calls'
import type { RecordSource } from '../records/record-source'

/** The company's users by name, as whole records, which only admins receive. */
export const userRecords: RecordSource<UserView> = {
  async fetchPage(api, { pageNumber, search, signal }) {
    const query = { pageNumber, searchParam: search.toLowerCase() }
    const { users, hasMore, count } = await api.get('/users', { query, signal })
    return { items: users.flatMap((user) => ('email' in user ? [user] : [])), hasMore, count }
  },
  compare: byName,
  matches: ({ name, email }, { search }) => matchesSearch(`${name} ${email}`, search),
  follow: (list) => ({
    user(event) {
      if (event.action === 'delete') return list.remove(event.userId)
      const known = list.items.peek().find(({ id }) => id === event.user.id)
      if ('online' in event.user) {
        if (known) list.upsert(withPresence(known, event.user.online))
      } else if ('email' in event.user) {
        list.upsert(withPresence(event.user, known?.online ?? false), { created: event.action === 'create' })
      }
    },
  }),
}

/** Online status is published separately from the record. */
function withPresence(user: Omit<UserView, 'online' | 'status'>, online: boolean): UserView {
  return { ...user, online, status: online ? 'online' : 'offline' }
}
