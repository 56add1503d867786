import { effect } from '@preact/signals-react'
import { useEffect } from 'react'
import { useApp } from '../../app/app-context'
import { links, messageParameter } from '../../app/links'
import { presentUser } from '../../session/session-model'
import { writeInboxAddress } from './inbox-address'
import type { Inbox } from './inbox-context'

/** Keeps the address equal to the state of the inbox, whichever ticket is open. */
export function useInboxAddress({ model, opened, offersNext, targetMessage }: Inbox) {
  const { navigation, session } = useApp()
  useEffect(() => {
    const user = presentUser(session)
    return effect(() => {
      const { path, search, visit } = navigation.shown.value
      const setting = {
        view: model.view.value,
        tab: model.tab.value,
        search: model.search.value,
        showAll: model.showAll.value,
        sort: model.sort.value,
      }
      const isHere = path === links.tickets() || path.startsWith(`${links.tickets()}/`)
      // The next page is shown before this one is unmounted.
      if (!isHere || visit.kind !== 'page') return
      const { uuid } = visit.match.params
      if (uuid !== undefined) offersNext.value = false
      else if (new URLSearchParams(search).has('next')) offersNext.value = true
      const ticket = opened.value?.uuid === uuid ? opened.value : undefined
      // The tab is unknown until the open ticket is known.
      if (uuid !== undefined && !ticket) return
      const query = writeInboxAddress(setting, user.value, ticket)
      if (targetMessage.value && targetMessage.value.uuid === uuid)
        query.set(messageParameter, String(targetMessage.value.messageId))
      if (query.toString() !== search) navigation.replaceQuery(query)
    })
  }, [model, opened, targetMessage, navigation, session])
}
