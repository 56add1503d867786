import { useState } from 'react'
import type { KeptChoices } from '../ui/table/use-table-model'
import { useApp, useUser } from './app-context'
import { saveInOrder } from './save-in-order'

/** Of the screen's only table, or the named one; saved per user. */
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
