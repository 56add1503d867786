import { useState } from 'react'
import type { KeptChoices } from '../ui/table/use-table-model'
import { useApp, useUser } from './app-context'
import { saveInOrder } from './save-in-order'

/**
 * How the user arranged the columns of a table: of the screen's only one, or of the one with that name. It is saved per
 * user, so that the first page is right on every device.
 */
export function useTableChoices(name?: string): KeptChoices {
  const { api, session, navigation } = useApp()
  const { tableChoices } = useUser()
  const [table] = useState(() => {
    const { visit, path } = navigation.shown.peek()
    return name ?? (visit.kind === 'page' ? visit.match.route.path : path)
  })
  return {
    choices: tableChoices[table],
    save(choices) {
      session.change({ tableChoices: { ...session.user.peek()?.tableChoices, [table]: choices } })
      saveInOrder(() => api.put('/users/table', { body: { table, ...choices } }))
    },
  }
}
