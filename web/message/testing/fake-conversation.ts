import type { ContactView } from '../../../src/contact/contact.answers'
import type { LiveEvent, LiveEvents } from '../../../src/kernel/live/live-events.contract'
import type { MessageEvent, MessageView } from '../../../src/message/message.answers'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { SessionUser } from '../../../src/user/session/session.calls'
import type { ApiClient } from '../../api/api-client'
import { signal } from '@preact/signals-react'
import type { LiveArrival, LiveSocketClient, LiveHandler, Subscribe } from '../../live/live-socket-client'
import { ticketOf } from '../../ticket/testing/tickets'

type PublishedContact = Omit<ContactView, 'lastMessage'>

interface HeldCall {
  method: string
  path: string
  body: unknown
  answer: (value: unknown) => Promise<void>
  refuse: (cause: unknown) => Promise<void>
}

interface AnyGiven {
  params?: Record<string, string | number>
  query?: unknown
  body?: unknown
  form?: unknown
}

const fillPath = (path: string, params: Record<string, string | number> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))

/** Returns an API whose requests the test answers in any order. */
export function createHeldApi() {
  const calls: HeldCall[] = []
  const hold = (method: string, path: string, body?: unknown) =>
    new Promise<never>((resolve, reject) => {
      const settled = async (settle: () => void) => {
        settle()
        // Lets everything run that follows the answer.
        for (let turn = 0; turn < 10; turn++) await Promise.resolve()
      }
      calls.push({
        method,
        path,
        body,
        answer: (value) => settled(() => resolve(value as never)),
        refuse: (cause) => settled(() => reject(cause)),
      })
    })
  const held =
    (method: string) =>
    (path: string, given: AnyGiven = {}) =>
      hold(method, fillPath(path, given.params), given.body ?? given.form ?? given.query)
  const api: ApiClient = {
    get: held('GET'),
    post: held('POST'),
    put: held('PUT'),
    delete: held('DELETE'),
    upload: held('UPLOAD'),
    file: held('FILE'),
  }
  const take = (method: string): HeldCall => {
    const at = calls.findIndex((call) => call.method === method)
    const [call] = at < 0 ? [] : calls.splice(at, 1)
    if (!call) throw new Error(`No ${method} was requested for`)
    return call
  }
  return { api, calls, take }
}

export function createFakeLive() {
  const handlers = new Map<string, Set<LiveHandler>>()
  const state = signal<'connecting' | 'online' | 'offline'>('online')
  /** What came before anything subscribed. */
  const arrivals: LiveArrival[] = []
  const live: LiveSocketClient = {
    state,
    interrupted: signal(false),
    subscribe: ((event: string, handler: LiveHandler) => {
      const set = handlers.get(event) ?? new Set()
      handlers.set(event, set.add(handler))
      return () => void set.delete(handler)
    }) as Subscribe,
    arrivedSince: () => arrivals,
    observe: () => () => {},
    joinTicket: () => () => {},
    showPresence: () => {},
    setAsleep: () => {},
    fallback: () => {},
    reload: () => {},
    open: () => {},
    close: () => {},
  }
  const say = <Event extends LiveEvent>(event: Event, data: LiveEvents[Event]) => {
    for (const handler of handlers.get(event) ?? []) handler(data, { event: `company-1-${event}` })
  }
  const listeners = () => [...handlers.values()].reduce((sum, set) => sum + set.size, 0)
  const reload = () => {
    for (const handler of handlers.get('reload') ?? []) handler(undefined, { event: 'reload' })
  }
  return { live, say, reload, state, listeners, arrivals }
}

export const bruno = {
  id: 2,
  companyId: 1,
  name: 'Bruno',
  profile: 'user',
  super: false,
  queues: [{ id: 1, name: 'Vendas', color: '#30A46C' }],
} as SessionUser

/** Bruno's open ticket of Dona Maria. */
export function anyTicket(part: Partial<TicketView> = {}): TicketView {
  const base = ticketOf(1)
  return {
    ...base,
    status: 'open',
    queue: { id: 1, name: 'Vendas', color: '#30A46C' },
    contactId: 7,
    contact: { ...base.contact, id: 7, name: 'Dona Maria', number: '5511988887777' },
    whatsapp: { id: 1, name: 'Principal', groupAsTicket: 'disabled', status: 'CONNECTED' },
    userId: 2,
    user: { id: 2, name: 'Bruno', color: '#19703f' },
    lastMessage: '',
    unreadMessages: 0,
    createdAt: '2026-05-04T12:00:00.000Z',
    updatedAt: '2026-05-04T12:00:00.000Z',
    ...part,
  }
}

export function anyContact(part: Partial<PublishedContact> = {}): PublishedContact {
  const at = '2026-05-04T12:00:00.000Z'
  return {
    id: 7,
    name: 'Dona Maria',
    number: '5511988887777',
    username: '',
    email: '',
    channel: 'whatsapp',
    urlPicture: '',
    isGroup: false,
    active: true,
    disableBot: false,
    acceptAudioMessage: true,
    lgpdAcceptedAt: null,
    whatsappId: 1,
    whatsapp: { id: 1, name: 'Principal' },
    walletUserId: null,
    wallet: null,
    tags: [],
    extraInfo: [],
    createdAt: at,
    updatedAt: at,
    ...part,
  }
}

export function messageEvent(
  action: 'create' | 'update' | 'delete',
  message: MessageView,
  ticket: TicketView = anyTicket(),
): MessageEvent {
  return { action, message, ticket, contact: ticket.contact }
}

export function pageOf(messages: MessageView[], nextCursor: string | null = null) {
  return { messages, hasMore: nextCursor !== null, nextCursor }
}
