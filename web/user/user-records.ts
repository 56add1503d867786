import type { UserView } from '../../src/user/user.calls'
import { recordSource } from '../records/record-source'

/** The company's users by name, as whole records, which only admins receive. */
export const userRecords = recordSource('/users', {
  shown: (user): UserView[] => ('email' in user ? [user as UserView] : []),
  searched: ({ name, email }) => `${name} ${email}`,
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
})

function withPresence(user: Omit<UserView, 'online' | 'status'>, online: boolean): UserView {
  return { ...user, online, status: online ? 'online' : 'offline' }
}
