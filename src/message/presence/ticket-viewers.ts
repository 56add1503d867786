import { actingUserId } from '../../kernel/company/actor'
import { companyTopic, liveText } from '../../kernel/live/live'
import { type LiveClient, type SocketHub, ticketRoom } from '../../kernel/live/live-hub'
import type { CompanyId, TicketId } from '../../kernel/ids'
import { mediaUrlOf } from '../../kernel/file/media-store'
import { findUser } from '../../user/user.queries'
import type { AgentPresence } from './agent-presence.contract'
import type { TicketViewer } from '../message.answers'

const stateOf: Record<AgentPresence, TicketViewer['state'] | 'away'> = {
  viewing: 'viewing',
  paused: 'viewing',
  composing: 'writing',
  recording: 'writing',
  noting: 'writing',
  away: 'away',
}

interface Presence {
  viewer: Omit<TicketViewer, 'state'>
  state: TicketViewer['state'] | 'away'
}

/** In memory: an entry ends with its client. */
export function createTicketViewers(hub: SocketHub) {
  const rooms = new Map<string, Map<LiveClient, Presence>>()
  const keyOf = (companyId: CompanyId, ticketId: TicketId) => `${companyId}/${ticketId}`

  hub.onRooms({
    joined(client, ticketId) {
      const viewer = viewerOf(client)
      if (!viewer) return
      const key = keyOf(client.companyId, ticketId)
      const room = rooms.get(key) ?? new Map<LiveClient, Presence>()
      rooms.set(key, room.set(client, { viewer, state: 'viewing' }))
      publish(client.companyId, ticketId, room)
    },
    left(client, ticketId) {
      const key = keyOf(client.companyId, ticketId)
      const room = rooms.get(key)
      if (!room?.delete(client)) return
      if (room.size === 0) return void rooms.delete(key)
      publish(client.companyId, ticketId, room)
    },
  })

  function publish(companyId: CompanyId, ticketId: TicketId, room: ReadonlyMap<LiveClient, Presence>) {
    const data = { ticketId, viewers: viewersIn(room) }
    hub.publish([companyTopic(companyId, ticketRoom(ticketId))], liveText(companyId, { event: 'ticketViewers', data }))
  }

  return {
    note(client: LiveClient, ticketId: TicketId, presence: AgentPresence) {
      const room = rooms.get(keyOf(client.companyId, ticketId))
      const known = room?.get(client)
      const state = stateOf[presence]
      if (!room || !known || known.state === state) return
      // The repeated `viewing` does not end writing.
      if (presence === 'viewing' && known.state === 'writing') return
      room.set(client, { ...known, state })
      publish(client.companyId, ticketId, room)
    },
  }
}

function viewerOf(client: LiveClient) {
  const ctx = client.context()
  const userId = actingUserId(ctx.actor)
  const user = userId === undefined ? undefined : findUser(ctx, userId)
  return user && { id: user.id, name: user.name, profileImage: mediaUrlOf(ctx, user.profileMediaId) }
}

/** One entry per user, who may have several windows. */
function viewersIn(room: ReadonlyMap<LiveClient, Presence>): TicketViewer[] {
  const viewers = new Map<number, TicketViewer>()
  for (const { viewer, state } of room.values()) {
    if (state === 'away' || viewers.get(viewer.id)?.state === 'writing') continue
    viewers.set(viewer.id, { ...viewer, state })
  }
  return [...viewers.values()]
}
