import type { ContactListPick } from '../../src/contact-list/contact-list.record'
import { useApp } from '../app/app-context'
import { useLookup } from '../app/use-fetched'
import { useAttempt } from '../ui/form/use-attempt'

/** The company's contact lists, kept up to date; `create` adds an empty one and returns its id, undefined if refused. */
export function useContactLists() {
  const { api } = useApp()
  const attempt = useAttempt()
  const lists: readonly ContactListPick[] =
    useLookup((client, signal) => client.get('/contact-lists/list', { signal }), true, 'contactList') ?? []

  async function create(name: string): Promise<number | undefined> {
    let made: number | undefined
    await attempt(async () => {
      made = (await api.post('/contact-lists', { body: { name: name.trim() } })).id
    })
    return made
  }

  return { lists, create }
}
