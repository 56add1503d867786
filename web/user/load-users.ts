import type { ConnectionPick } from '../../src/connection/connection.calls'
import type { RoleView } from '../../src/user/role/role.record'
import type { UserView } from '../../src/user/user.calls'
import type { QueueView } from '../../src/queue/queue.record'
import type { ApiClient } from '../api/api-client'
import type { ListPage } from '../live/list-items'
import { loadRecords, recordSource } from '../records/record-source'
import { isEnabled } from '../app/is-enabled'
import { fetchQueues } from '../queue/use-queues'

export interface UsersData {
  page: ListPage<UserView>
  choices: UserChoices
  mail: boolean
}

export interface UserChoices {
  queues: Pick<QueueView, 'id' | 'name' | 'color'>[]
  connections: Pick<ConnectionPick, 'id' | 'name'>[]
  roles: RoleView[]
}

export async function loadUsers(api: ApiClient, _params: object, query: URLSearchParams): Promise<UsersData> {
  const [page, choices, mail] = await Promise.all([
    loadRecords(userRecords, api, query),
    loadUserChoices(api),
    isEnabled(api, 'mail'),
  ])
  return { page, choices, mail }
}

async function loadUserChoices(api: ApiClient): Promise<UserChoices> {
  const [queues, connections, roles] = await Promise.all([fetchQueues(api), api.get('/whatsapp'), api.get('/roles')])
  return {
    queues: queues.map(({ id, name, color }) => ({ id, name, color })),
    connections: connections.map(({ id, name }) => ({ id, name })),
    roles,
  }
}

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
