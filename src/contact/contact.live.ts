import '../tag/tag.record'
import './contact.events'
import type { CompanyContext } from '../kernel/company/company-context'
import { type EventType, isEvent, type RecordedEvent } from '../kernel/event/event-log'
import type { ContactId } from '../kernel/ids'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import { hidesNumbers } from './number/mask-number'
import { maskContactView, presentContacts } from './list/present-contact'

/** Numbers may be hidden from plain users. */
const everybody = ['admin', 'plain']

interface Change {
  number: number
  action: 'create' | 'update'
}

const changing: ReadonlySet<EventType> = new Set<EventType>([
  'contact.created',
  'contact.updated',
  'contact.blocked',
  'contact.merged',
  'contact.unmerged',
  'contact.tagsChanged',
])

export const contactLive: LivePresenter = {
  on: (type) => changing.has(type) || type === 'contact.deleted',
  present,
}

function present(ctx: CompanyContext, events: readonly RecordedEvent[]): LiveMessage[] {
  const changed = new Map<ContactId, Change>()
  const messages: LiveMessage[] = []
  const removal = (contactId: ContactId, number: number) => {
    changed.delete(contactId)
    messages.push({ topics: everybody, event: 'contact', number, data: { action: 'delete', contactId } })
  }
  for (const event of events) {
    const { contactId, number } = event
    if (contactId === undefined) continue
    if (isEvent(event, 'contact.deleted')) removal(contactId, number)
    if (isEvent(event, 'contact.merged')) removal(event.data.fromContactId, number)
    if (isEvent(event, 'contact.unmerged')) changed.set(event.data.fromContactId, { number, action: 'create' })
    if (!changing.has(event.type)) continue
    const action = isEvent(event, 'contact.created') ? 'create' : (changed.get(contactId)?.action ?? 'update')
    changed.set(contactId, { number, action })
  }
  return changed.size === 0 ? messages : [...messages, ...presentChanged(ctx, changed)]
}

function presentChanged(ctx: CompanyContext, changed: ReadonlyMap<ContactId, Change>) {
  const hidden = hidesNumbers(ctx)
  // Last messages are published with the ticket, to users who may see it.
  return presentContacts(ctx, [...changed.keys()]).flatMap(({ lastMessage, ...contact }): LiveMessage[] => {
    const change = changed.get(contact.id)
    if (!change) return []
    const { number, action } = change
    const message = { event: 'contact' as const, number }
    if (!hidden) return [{ ...message, topics: everybody, data: { action, contact } }]
    return [
      { ...message, topics: ['admin'], data: { action, contact } },
      { ...message, topics: ['plain'], data: { action, contact: maskContactView(ctx, contact) } },
    ]
  })
}
