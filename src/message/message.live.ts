import type { CompanyContext } from '../kernel/company/company-context'
import type { RecordedEvent } from '../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import { presentTickets, forEachAudience } from '../ticket/list/present-ticket.view'
import { presentMessages } from './list/present-message.view'
import { hidesNumbers } from '../setting/setting.queries'
import { ticketTopics } from '../ticket/ticket.policy'

interface Change {
  number: number
  messageId: number
  action: 'create' | 'update' | 'delete'
}

const actions: Partial<Record<string, Change['action']>> = {
  'message.received': 'create',
  'message.sent': 'create',
  'message.changed': 'update',
  'message.delivered': 'update',
  'message.deleted': 'delete',
}

/** Once per message and transaction, in its final state. Clients in the ticket's room subscribe to the ticket, too. */
export const messageLive: LivePresenter = { on: (type) => type in actions, present }

function present(ctx: CompanyContext, events: readonly RecordedEvent[]): LiveMessage[] {
  const changes = coalesce(events)
  const ids = changes.map(({ messageId }) => messageId)
  const presentAll = (masked: boolean) => new Map(presentMessages(ctx, ids, { masked }).map((one) => [one.id, one]))
  const messages = presentAll(false)
  const masked = hidesNumbers(ctx) ? presentAll(true) : messages
  const ticketIds = [...new Set([...messages.values()].map(({ ticketId }) => ticketId))]
  const tickets = new Map(presentTickets(ctx, ticketIds).map((ticket) => [ticket.id, ticket]))
  return changes.flatMap(({ number, messageId, action }) => {
    const message = messages.get(messageId)
    const ticket = message && tickets.get(message.ticketId)
    if (!message || !ticket) return []
    return forEachAudience(ctx, ticketTopics(ticket), ticket).flatMap(
      ({ topics, ticket: shownTicket }): LiveMessage[] => {
        const shown = shownTicket === ticket ? message : masked.get(messageId)
        if (!shown) return []
        const data = { action, message: shown, ticket: shownTicket, contact: shownTicket.contact }
        return [{ topics, event: 'appMessage', number, data }]
      },
    )
  })
}

/** `create` stays, `delete` wins. Has the number of its first event: a client that has seen it has all. */
function coalesce(events: readonly RecordedEvent[]): Change[] {
  const changes = new Map<number, Change>()
  for (const { type, number, messageId } of events) {
    const action = actions[type]
    if (!action || messageId === undefined) continue
    const before = changes.get(messageId)
    const isNew = before?.action === 'create'
    changes.set(messageId, { number: before?.number ?? number, messageId, action: isNew ? 'create' : action })
  }
  return [...changes.values()].sort((a, b) => a.number - b.number)
}
