import { batch, effect, signal, untracked, type ReadonlySignal, computed, type Signal } from '@preact/signals-react'
import type { MessageView, TicketViewer } from '../../../src/message/message.answers'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { UserActor } from '../../../src/kernel/company/actor'
import { clearsUnread } from '../../../src/message/message.policy'
import { canSeeTicket } from '../../../src/ticket/ticket.policy'
import type { SessionUser } from '../../../src/user/session/session.calls'
import type { ApiClient } from '../../api/api-client'
import type { LiveSocketClient } from '../../live/live-socket-client'
import { createTouchLog, type FreshAnswer, type TouchLog } from '../../live/touch-log'
import { listMessages, markTicketRead } from '../../message/message-api'
import { createMessageStore } from '../../message/message-store'
import { createOlderMessages, type OlderMessages } from '../../message/older-messages'
import type { Outbox } from '../../message/outboxes'
import { type ShownMessage, shownOutgoing } from '../../message/shown-message'
import { actorOf } from '../../session/session-actor'
import { followConversation, type Removal, type TicketPart, type Typing } from './follow-conversation'
import { firstUnread, type ConversationData } from './load-conversation'
import { createMessageChanges, type MessageChanges } from './message-changes'
import { changes, lostTicket, renewWhenMissed } from './renew-when-missed'

interface ShownMessagesOptions {
  stored: ReadonlySignal<readonly MessageView[]>
  outbox: Outbox
  ticket: ReadonlySignal<TicketView>
  me: ReadonlySignal<SessionUser>
}

/** One open ticket: its messages, older pages on demand, and messages being sent, all updated live. */
export interface ConversationModel
  extends
    MessageChanges,
    Pick<Arrivals, 'arrived' | 'latest' | 'setAtNewest'>,
    Pick<OlderMessages, 'hasOlder' | 'older' | 'loadOlder' | 'reach'> {
  readonly ticket: ReadonlySignal<TicketView>
  readonly rowTicket: ReadonlySignal<RowTicket>
  readonly messages: ReadonlySignal<readonly ShownMessage[]>
  /** Those of the moment when the ticket was opened. */
  readonly rendered: readonly ShownMessage[]
  /** The first unread message when the ticket was opened. */
  readonly firstUnreadId: number | undefined
  readonly unreadAtOpening: number
  readonly typing: ReadonlySignal<Typing | undefined>
  readonly viewers: ReadonlySignal<readonly TicketViewer[]>
  /** Set when the ticket was deleted or is no longer visible to this user. */
  readonly removed: ReadonlySignal<Removal | undefined>
  readonly outbox: Outbox
  /** Makes a request that returns the ticket. Pass the result to `setTicket` only if it is the newest. */
  ask: TouchLog<TicketPart>['ask']
  setTicket(ticket: TicketView): void
  /** Applies the server's answer to a sent message, unless its echo arrived first. */
  take(message: MessageView): void
  start(): () => void
}

interface ConversationOptions {
  api: ApiClient
  live: LiveSocketClient
  me: ReadonlySignal<SessionUser>
  data: ConversationData
  outbox: Outbox
}

export function createConversation(options: ConversationOptions): ConversationModel {
  const { data, outbox } = options
  const parts = createParts(options)
  const { ticket, store, older, arrivals, typing, viewers, removed, touches } = parts
  const messages = createShownMessages({ stored: store.messages, outbox, ticket, me: options.me })
  return {
    ticket,
    rowTicket: createRowTicket(ticket),
    messages,
    rendered: messages.peek(),
    typing,
    viewers,
    removed,
    outbox,
    ...arrivals,
    ...older,
    ...createMessageChanges({ ...options, store }),
    unreadAtOpening: data.ticket.unreadMessages,
    firstUnreadId: firstUnread(data),
    ask: touches.ask,
    setTicket: (next) => void (ticket.value = next),
    take: store.add,
    start: () => followLine(options, parts),
  }
}

type Parts = ReturnType<typeof createParts>

function createParts({ api, me, data }: ConversationOptions) {
  const ticket = signal(openedTicket(data.ticket, actorOf(me.peek())))
  const store = createMessageStore(data.page.messages)
  return {
    ticket,
    store,
    older: createOlderMessages({
      store,
      first: data.page,
      fetchPage: (cursor) => listMessages(api, data.ticket.id, cursor),
    }),
    arrivals: createArrivals({ api, ticket, actor: () => actorOf(me.peek()) }),
    typing: signal<Typing | undefined>(undefined),
    viewers: signal<readonly TicketViewer[]>([]),
    removed: signal<Removal | undefined>(undefined),
    touches: createTouchLog<TicketPart>(),
  }
}

/** Loading the messages has marked them as read, unless the ticket waits. */
function openedTicket(ticket: TicketView, actor: UserActor): TicketView {
  return clearsUnread(actor, ticket) ? { ...ticket, unreadMessages: 0 } : ticket
}

function followLine({ api, live, me, data, outbox }: ConversationOptions, parts: Parts): () => void {
  const { ticket, store, removed, touches } = parts
  const { uuid, id: ticketId } = ticket.peek()
  const missed = live.arrivedSince(data.requestedAt ?? 0)
  const lost = missed && lostTicket(missed, ticketId, actorOf(me.peek()))
  if (lost) removed.value = lost
  const stops = [
    followConversation({
      ...parts,
      live,
      actor: () => actorOf(me.peek()),
      receive: (message, created) => receive(parts, outbox, message, created),
      read: parts.arrivals.read,
    }),
    renewWhenMissed({
      api,
      live,
      uuid,
      ticketId,
      store,
      removed,
      isStale: !lost && (!missed || missed.some((arrival) => changes(arrival, ticketId))),
      ask: touches.ask,
      take: (found, since) => renew(parts, actorOf(me.peek()), found, since),
    }),
    // Accepting the ticket while it is open.
    effect(() => {
      if (clearsUnread(actorOf(me.value), ticket.value)) untracked(parts.arrivals.read)
    }),
    effect(() => {
      if (!canSeeTicket(actorOf(me.value), ticket.peek())) removed.value = { reason: 'permissions' }
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function receive({ store, arrivals, typing }: Parts, outbox: Outbox, message: MessageView, created: boolean) {
  batch(() => {
    if (message.clientId) outbox.settle(message.clientId)
    const known = store.find(message.id)
    if (!created && !known) return
    store.upsert(message)
    if (!created || known || message.fromMe) return
    arrivals.arrive(message)
    typing.value = undefined
  })
}

/** The state after missed live events. */
function renew(
  { ticket, store, older, arrivals }: Parts,
  actor: UserActor,
  { answer: { ticket: found, page }, isNewest }: FreshAnswer<TicketPart, ConversationData>,
  since: number,
) {
  batch(() => {
    const present = ticket.peek()
    const contact = isNewest('contact') ? found.contact : present.contact
    const { newerTicket } = isNewest('newerTicket') ? found : present
    ticket.value = openedTicket({ ...(isNewest('ticket') ? found : present), contact, newerTicket }, actor)
    const known = new Set(store.messages.peek().map(({ id }) => id))
    store.renew(page, since)
    older.beginWith(page)
    const newest = store.messages.peek().at(-1)
    if (newest && !newest.fromMe && !known.has(newest.id)) arrivals.arrive(newest)
  })
}

/** A message keeps its key when stored, and its object until it changes, so that bubbles are not rendered again. */
function createShownMessages({ stored, outbox, ticket, me }: ShownMessagesOptions) {
  const keys = new Map<number, string>()
  const shownBefore = new WeakMap<MessageView, ShownMessage>()

  function shown(message: MessageView): ShownMessage {
    const key = keys.get(message.id) ?? message.clientId ?? String(message.id)
    keys.set(message.id, key)
    const localUrl = outbox.previewOf(key)
    const before = shownBefore.get(message)
    if (before && before.localUrl === localUrl) return before
    const made: ShownMessage = localUrl ? { ...message, key, localUrl } : { ...message, key }
    shownBefore.set(message, made)
    return made
  }

  return computed((): readonly ShownMessage[] => {
    const here = new Set(stored.value.map(({ clientId }) => clientId))
    const { id, uuid, queueId, queue, whatsappId } = ticket.value
    const ofTicket = { id, uuid, queueId, queue, whatsappId }
    const waiting = outbox.messages.value.filter(({ clientId }) => !here.has(clientId))
    return [...stored.value.map(shown), ...waiting.map((message) => shownOutgoing(message, ofTicket, me.peek()))]
  })
}

/** Messages that others write while the conversation is open, and which of them count as read. */
interface Arrivals {
  /** Messages that arrived while the newest was not visible. */
  readonly arrived: ReadonlySignal<number>
  /** The newest message of somebody else, to be announced. */
  readonly latest: ReadonlySignal<MessageView | undefined>
  arrive(message: MessageView): void
  /** Called by the list when the newest message becomes visible or hidden. */
  setAtNewest(atNewest: boolean): void
  /** Marks the newest message as read on the server, if it is visible. */
  read(): void
}

interface ArrivalsOptions {
  api: ApiClient
  ticket: Signal<TicketView>
  actor: () => UserActor
}

function createArrivals({ api, ticket, actor }: ArrivalsOptions): Arrivals {
  const arrived = signal(0)
  const latest = signal<MessageView | undefined>(undefined)
  let atNewest = true
  let reading = false

  /** Sends one request, however many messages arrived at the same time. */
  function read() {
    const { id, unreadMessages } = ticket.peek()
    if (!atNewest || unreadMessages === 0 || reading || document.visibilityState !== 'visible') return
    if (!clearsUnread(actor(), ticket.peek())) return
    reading = true
    ticket.value = { ...ticket.peek(), unreadMessages: 0 }
    // A failed mark is repeated with the next message.
    const done = () => (reading = false)
    markTicketRead(api, id).then(done, done)
  }

  return {
    arrived,
    latest,
    arrive(message) {
      latest.value = message
      if (!atNewest) arrived.value += 1
    },
    setAtNewest(now) {
      atNewest = now
      if (!now) return
      arrived.value = 0
      read()
    },
    read,
  }
}

export type RowTicket = Pick<TicketView, 'status' | 'channel' | 'isGroup' | 'userId' | 'queueId' | 'contact'>

/** Another object only when a row depends on the change: the ticket itself changes with each message. */
export function createRowTicket(ticket: ReadonlySignal<TicketView>): ReadonlySignal<RowTicket> {
  let known: RowTicket | undefined
  return computed(() => {
    const next = ticket.value
    return (known = known && isSame(known, next) ? known : next)
  })
}

function isSame(a: RowTicket, b: RowTicket) {
  return (
    a.status === b.status &&
    a.channel === b.channel &&
    a.isGroup === b.isGroup &&
    a.userId === b.userId &&
    a.queueId === b.queueId &&
    a.contact.name === b.contact.name &&
    a.contact.urlPicture === b.contact.urlPicture
  )
}
