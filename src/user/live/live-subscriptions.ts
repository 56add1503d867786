import { type RecordedEvent, isEvent } from '../../kernel/event/event-log'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { CompanyId, TicketId, UserId } from '../../kernel/ids'
import { type BeforePublish, liveText } from '../../kernel/live/live'
import type { LiveClient, SocketHub } from '../../kernel/live/live-hub'

export interface LiveSubscriptions {
  topicsOf(ctx: CompanyContext): readonly string[]
  canSeeTicket(ctx: CompanyContext, ticketId: TicketId): boolean
}

const sessionEnded = 4401
/** The client signs out after a second. */
const closeDelayMs = 2000

/** Updates the sockets' subscriptions after each commit, before its events are published. */
export function keepLiveSubscriptions(hub: SocketHub, subscriptions: LiveSubscriptions): BeforePublish {
  return (ctx, events) => {
    for (const event of events) {
      if (isEvent(event, 'user.signedIn')) endOtherSessions(hub, ctx, event)
      else if (event.type.startsWith('user.'))
        refresh(hub, subscriptions, hub.clientsOf(ctx.company.id, subjectOf(event)))
      else if (/^(queue|subscription|setting)\./.test(event.type))
        refresh(hub, subscriptions, hub.clientsOf(ctx.company.id))
      else if (event.type.startsWith('ticket.') && event.ticketId) recheckRoom(hub, subscriptions, ctx, event.ticketId)
    }
  }
}

function subjectOf(event: RecordedEvent): UserId | undefined {
  return 'userId' in event.data && typeof event.data.userId === 'number' ? event.data.userId : undefined
}

function endOtherSessions(hub: SocketHub, ctx: CompanyContext, event: RecordedEvent<'user.signedIn'>) {
  const { userId, sessionId } = event.data
  for (const client of hub.clientsOf(ctx.company.id, userId)) {
    if (client.sessionId === sessionId) continue
    const { number } = event
    const data = { action: 'logout', user: { id: userId } } as const
    client.socket.send(liveText(ctx.company.id, { event: 'auth', number, data }))
    silence(hub, client)
    setTimeout(() => client.socket.close(sessionEnded, 'session ended'), closeDelayMs)
  }
}

function refresh(hub: SocketHub, subscriptions: LiveSubscriptions, clients: readonly LiveClient[]) {
  for (const client of clients) {
    const ctx = contextOf(client)
    if (!ctx) {
      silence(hub, client)
      client.socket.close(sessionEnded, 'session ended')
      continue
    }
    hub.setTopics(client, subscriptions.topicsOf(ctx))
    for (const ticketId of client.rooms) if (!subscriptions.canSeeTicket(ctx, ticketId)) hub.leaveRoom(client, ticketId)
  }
}

function recheckRoom(hub: SocketHub, subscriptions: LiveSubscriptions, ctx: CompanyContext, ticketId: TicketId) {
  for (const client of hub.clientsOf(ctx.company.id)) {
    if (!client.rooms.has(ticketId)) continue
    const own = contextOf(client)
    if (!own || !subscriptions.canSeeTicket(own, ticketId)) hub.leaveRoom(client, ticketId)
  }
}

export function cutCompany(hub: SocketHub, companyId: CompanyId) {
  for (const client of hub.clientsOf(companyId)) {
    silence(hub, client)
    client.socket.close(sessionEnded, 'session ended')
  }
}

function silence(hub: SocketHub, client: LiveClient) {
  hub.setTopics(client, [])
  for (const ticketId of client.rooms) hub.leaveRoom(client, ticketId)
}

function contextOf(client: LiveClient) {
  try {
    return client.context()
  } catch {
    return undefined
  }
}
