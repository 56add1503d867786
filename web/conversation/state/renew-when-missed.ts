import { effect, type Signal } from '@preact/signals-react'
import type { UserActor } from '../../../src/kernel/company/actor'
import type { MessageView } from '../../../src/message/message.answers'
import type { ApiClient } from '../../api/api-client'
import { ApiError } from '../../api/api-error'
import type { LiveArrival, LiveSocketClient } from '../../live/live-socket-client'
import type { FreshAnswer, TouchLog } from '../../live/touch-log'
import type { MessageStore } from '../../message/message-store'
import { isLost } from '../../ticket/follow-tickets'
import type { Removal, TicketPart } from './follow-conversation'
import { type ConversationData, fetchConversation } from './load-conversation'

/** Returns why the ticket can no longer be read after these events. */
export function lostTicket(arrivals: readonly LiveArrival[], ticketId: number, actor: UserActor): Removal | undefined {
  const last = arrivals.findLast(({ event, data }) => event === 'ticket' && data.ticketId === ticketId)
  if (last?.event !== 'ticket' || last.data.action !== 'delete') return undefined
  const { action: _, ticketId: __, ...removal } = last.data
  return isLost(actor, removal) ? removal : undefined
}

/** Whether the event changes what is shown of the ticket. */
export function changes({ event, data }: LiveArrival, ticketId: number) {
  // Opening it marks it as read.
  if (event === 'ticket') return data.ticketId === ticketId && data.action !== 'updateUnread'
  if (event !== 'appMessage') return event === 'reload'
  return data.action === 'reload' ? data.ticketIds.includes(ticketId) : data.ticket.id === ticketId
}

interface RenewOptions {
  api: ApiClient
  live: LiveSocketClient
  uuid: string
  ticketId: number
  store: Pick<MessageStore<MessageView>, 'ask' | 'abandon'>
  removed: Signal<Removal | undefined>
  /** It changed since it was requested, or between the start of the server's page and the hydration of this part. */
  isStale: boolean
  /** Applies the loaded state, with the log's mark from the time of the request. */
  take: (found: FreshAnswer<TicketPart, ConversationData>, since: number) => void
  ask: TouchLog<TicketPart>['ask']
}

/** After a gap longer than the server resends, or when messages were moved. Returns the function that stops it. */
export function renewWhenMissed({
  api,
  live,
  uuid,
  ticketId,
  store,
  removed,
  isStale,
  ask,
  take,
}: RenewOptions): () => void {
  let failed = false
  async function renew() {
    failed = false
    const since = store.ask()
    try {
      take(await ask(() => fetchConversation(api, uuid)), since)
    } catch (cause) {
      store.abandon()
      if (cause instanceof ApiError && cause.status === 404) removed.value ??= { reason: 'permissions' }
      else failed = true
    }
  }

  if (isStale) void renew()
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
