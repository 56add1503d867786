import type { UserActor } from '../../../src/kernel/company/actor'
import type { LiveSocketClient } from '../../live/live-socket-client'
import { followTickets } from '../../ticket/follow-tickets'
import type { MomentsModel } from './moments-model'

/** Keeps the panel up to date. Returns a function that stops it. */
export function followMoments(
  model: MomentsModel,
  live: LiveSocketClient,
  { actor }: { actor: () => UserActor },
): () => void {
  const stops = [
    followTickets(live, {
      actor,
      listener: {
        onTicket: model.place,
        onRemoved: model.remove,
        onLeftTab: model.remove,
        onRead: (id) => model.update(id, (ticket) => ({ ...ticket, unreadMessages: 0 })),
      },
    }),
    live.subscribe('user', (event) => {
      if (event.action === 'delete') model.removeAgent(event.userId)
      else model.placeAgent(event.user)
    }),
    live.subscribe('reload', () => void model.reload()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
