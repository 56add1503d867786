import type { ServerWebSocket } from 'bun'
import type { CompanyContext } from '../company/company-context'
import type { CompanyId, TicketId, UserId } from '../ids'
import { companyTopic, type LiveHub } from './live'

export interface LiveClient {
  readonly socket: ServerWebSocket<unknown>
  readonly companyId: CompanyId
  readonly userId: UserId
  readonly sessionId: string
  context(): CompanyContext
  topics: ReadonlySet<string>
  isCaughtUp: boolean
  /** Hidden on a device that gets notices by push: what arrives may be seen by nobody. */
  isAsleep: boolean
  rooms: Set<TicketId>
}

interface RoomListener {
  joined(client: LiveClient, ticketId: TicketId): void
  left(client: LiveClient, ticketId: TicketId): void
}

type Publisher = { publish(topic: string, text: string): unknown }

export type SocketHub = ReturnType<typeof createSocketHub>

/** Bun's server publishes, so a thousand receivers cost one call. */
export function createSocketHub() {
  const companies = new Map<CompanyId, Set<LiveClient>>()
  const listeners: ((companyId: CompanyId, userId: UserId) => void)[] = []
  const rooms = createRooms()
  let server: Publisher | undefined

  const clientsOf = (companyId: CompanyId, userId?: UserId) =>
    [...(companies.get(companyId) ?? [])].filter((client) => userId === undefined || client.userId === userId)

  const publishToListeners = ({ companyId, userId }: LiveClient) => {
    for (const listener of listeners) listener(companyId, userId)
  }

  const hub: LiveHub = {
    startedAtMs: Date.now(),
    watching: (companyId) => companies.get(companyId)?.size ?? 0,
    sockets: () => [...companies.values()].reduce((sum, { size }) => sum + size, 0),
    publish(topics, text) {
      for (const topic of topics) server?.publish(topic, text)
    },
  }

  return {
    ...hub,
    clientsOf,
    attach: (publisher: Publisher) => void (server = publisher),
    isOnline: (companyId: CompanyId, userId: UserId) => clientsOf(companyId, userId).length > 0,
    hasWindow: (companyId: CompanyId, userId: UserId) => clientsOf(companyId, userId).some(({ isAsleep }) => !isAsleep),
    add(client: LiveClient) {
      const clients = companies.get(client.companyId) ?? new Set()
      companies.set(client.companyId, clients.add(client))
    },
    /** Call it when the client has caught up. */
    enter(client: LiveClient, topics: readonly string[]) {
      client.isCaughtUp = true
      setTopics(client, topics)
      publishToListeners(client)
    },
    remove(client: LiveClient) {
      const clients = companies.get(client.companyId)
      clients?.delete(client)
      if (clients?.size === 0) companies.delete(client.companyId)
      rooms.leaveAll(client)
      publishToListeners(client)
    },
    closeCompany(companyId: CompanyId, code: number, reason: string) {
      for (const { socket } of clientsOf(companyId)) socket.close(code, reason)
    },
    closeAll(code: number, reason: string) {
      for (const clients of [...companies.values()]) for (const { socket } of [...clients]) socket.close(code, reason)
    },
    onChange: (listener: (companyId: CompanyId, userId: UserId) => void) => void listeners.push(listener),
    onRooms: rooms.onChange,
    setTopics,
    joinRoom: rooms.join,
    leaveRoom: rooms.leave,
  }
}

function setTopics(client: LiveClient, topics: readonly string[]) {
  if (!client.isCaughtUp) return
  const next = new Set(topics)
  for (const topic of client.topics) {
    if (!next.has(topic)) client.socket.unsubscribe(companyTopic(client.companyId, topic))
  }
  for (const topic of next) {
    if (!client.topics.has(topic)) client.socket.subscribe(companyTopic(client.companyId, topic))
  }
  client.topics = next
}

function createRooms() {
  const listeners: RoomListener[] = []

  function remove(client: LiveClient, ticketId: TicketId) {
    if (!client.rooms.delete(ticketId)) return
    for (const listener of listeners) listener.left(client, ticketId)
  }

  return {
    onChange: (listener: RoomListener) => void listeners.push(listener),
    join(client: LiveClient, ticketId: TicketId) {
      const isNew = !client.rooms.has(ticketId)
      client.rooms.add(ticketId)
      client.socket.subscribe(companyTopic(client.companyId, ticketRoom(ticketId)))
      if (isNew) for (const listener of listeners) listener.joined(client, ticketId)
    },
    leave(client: LiveClient, ticketId: TicketId) {
      client.socket.unsubscribe(companyTopic(client.companyId, ticketRoom(ticketId)))
      remove(client, ticketId)
    },
    leaveAll(client: LiveClient) {
      for (const ticketId of [...client.rooms]) remove(client, ticketId)
    },
  }
}

export function ticketRoom(ticketId: TicketId) {
  return `ticket:${ticketId}`
}

export function ticketOfRoom(topic: string): TicketId | undefined {
  const id = /^ticket:(\d+)$/.exec(topic)?.[1]
  return id === undefined ? undefined : Number(id)
}
