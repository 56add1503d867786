import { effect, type Signal } from '@preact/signals-react'
import type { MessageView } from '../../../src/message/message.answers'
import type { ApiClient } from '../../api/api-client'
import { ApiError } from '../../api/api-error'
import type { LiveSocketClient } from '../../live/live-socket-client'
import type { FreshAnswer, TouchLog } from '../../live/touch-log'
import type { Removal, TicketPart } from './conversation-state'
import { type ConversationData, fetchConversation } from './load-conversation'
import type { MessageStore } from '../../message/message-store'

interface RenewOptions {
  api: ApiClient
  live: LiveSocketClient
  uuid: string
  ticketId: number
  store: Pick<MessageStore<MessageView>, 'ask' | 'abandon'>
  removed: Signal<Removal | undefined>
  /** Applies the loaded state, with the log's mark from the time of the request. */
  take: (found: FreshAnswer<TicketPart, ConversationData>, since: number) => void
  ask: TouchLog<TicketPart>['ask']
}

/** After a gap longer than the server resends, or when messages were moved. Returns the function that stops it. */
export function renewWhenMissed({ api, live, uuid, ticketId, store, removed, ask, take }: RenewOptions): () => void {
  let failed = false

  async function renew() {
    failed = false
    const since = store.ask()
    try {
      take(await ask(() => fetchConversation(api, uuid)), since)
    } catch (cause) {
      store.abandon()
      if (cause instanceof ApiError && cause.status === 404) removed.value = { reason: 'permissions' }
      else failed = true
    }
  }

  const stops = [
    live.subscribe('reload', () => void renew()),
    live.subscribe('appMessage', (event) => {
      if (event.action === 'reload' && event.ticketIds.includes(ticketId)) void renew()
    }),
    effect(() => {
      if (live.state.value === 'online' && failed) void renew()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
