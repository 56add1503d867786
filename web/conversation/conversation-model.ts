import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals-react'
import type { MessageView } from '../../src/message/message.contract'
import type { TicketView } from '../../src/ticket/ticket.contract'
import { canSeeTicket } from '../../src/ticket/ticket.policy'
import type { SessionUser } from '../../src/user/session.contract'
import { clearsUnread } from '../../src/message/message.policy'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { actorOf } from '../session/session-actor'
import { takeBack } from '../live/take-back'
import { createTouchLog, type FreshAnswer, type TouchLog } from '../live/touch-log'
import type { Removal, TicketPart, Typing } from './conversation-state'
import { followConversation } from './follow-conversation'
import { firstUnread, type ConversationData } from './load-conversation'
import {
  deleteMessage,
  editMessage,
  listMessages,
  markTicketRead,
  reactToMessage,
  resendMessage,
} from '../message/message-api'
import { createMessageStore } from '../message/message-store'
import type { Outbox } from '../message/outbox'
import { renewWhenMissed } from './renew-conversation'
import { type ShownMessage, shownOutgoing } from '../message/shown-message'

export type OlderState = 'idle' | 'loading' | 'failed'

/** One open ticket: its messages, older ones as they are asked for, ours as they are sent, all of it live. */
export interface ConversationModel {
  readonly ticket: ReadonlySignal<TicketView>
  readonly messages: ReadonlySignal<readonly ShownMessage[]>
  readonly hasOlder: ReadonlySignal<boolean>
  readonly older: ReadonlySignal<OlderState>
  /** Where the unread messages began when the ticket was opened. */
  readonly firstUnreadId: number | undefined
  readonly unreadAtOpening: number
  /** Arrived while the newest was out of sight. */
  readonly arrived: ReadonlySignal<number>
  /** The newest one somebody else wrote, to be announced. */
  readonly latest: ReadonlySignal<MessageView | undefined>
  readonly typing: ReadonlySignal<Typing | undefined>
  /** Set when the ticket is no more, or where this person may not see it. */
  readonly gone: ReadonlySignal<Removal | undefined>
  readonly outbox: Outbox
  /** Told by the list whether the newest message is in sight. */
  setAtNewest(atNewest: boolean): void
  loadOlder(): Promise<void>
  /** Loads older pages until the message is there; false when it is not. */
  reach(messageId: number): Promise<boolean>
  /** Makes a call that answers the ticket; show it with `setTicket` only where it is the newest. */
  ask: TouchLog<TicketPart>['ask']
  setTicket(ticket: TicketView): void
  /** What the server answered to a message of ours; an echo that was quicker is newer. */
  take(message: MessageView): void
  edit(message: MessageView, body: string): Promise<void>
  remove(message: MessageView): Promise<void>
  react(message: MessageView, emoji: string): Promise<void>
  /** Of a message that the server has and the provider refused. */
  resend(message: MessageView): Promise<void>
  /** Follows the live line; returns what ends it. */
  start(): () => void
}

export interface ConversationOptions {
  api: ApiClient
  live: LiveSocketClient
  /** The signed-in person; what they may see can change while the ticket is open. */
  me: ReadonlySignal<SessionUser>
  data: ConversationData
  outbox: Outbox
}

/** Pages looked through for a message that was quoted long ago. */
const reachPagesMax = 25

export function createConversation({ api, live, me, data, outbox }: ConversationOptions): ConversationModel {
  // Asking for the messages was reading them.
  const ticket = signal<TicketView>({ ...data.ticket, unreadMessages: 0 })
  const touches = createTouchLog<TicketPart>()
  const store = createMessageStore(data.page.messages)
  const cursor = signal(data.page.nextCursor)
  const hasOlder = signal(data.page.hasMore)
  const older = signal<OlderState>('idle')
  const arrived = signal(0)
  const latest = signal<MessageView | undefined>(undefined)
  const typing = signal<Typing | undefined>(undefined)
  const gone = signal<Removal | undefined>(undefined)
  const actor = () => actorOf(me.peek())
  const keys = new Map<number, string>()
  const shownBefore = new WeakMap<MessageView, ShownMessage>()
  let atNewest = true
  let reading = false
  let loading: Promise<void> | undefined

  const messages = computed(() => {
    const stored = store.messages.value
    const here = new Set(stored.map(({ clientId }) => clientId))
    const { id, uuid, queueId, queue, whatsappId } = ticket.value
    const ofTicket = { id, uuid, queueId, queue, whatsappId }
    const waiting = outbox.messages.value.filter(({ clientId }) => !here.has(clientId))
    return [...stored.map(shown), ...waiting.map((message) => shownOutgoing(message, ofTicket, me.peek()))]
  })

  function shown(message: MessageView): ShownMessage {
    const key = keys.get(message.id) ?? message.clientId ?? String(message.id)
    keys.set(message.id, key)
    const localUrl = outbox.previewOf(key)
    // The same object for the same message, so that its bubble is not rendered again.
    const before = shownBefore.get(message)
    if (before && before.localUrl === localUrl) return before
    const made: ShownMessage = localUrl ? { ...message, key, localUrl } : { ...message, key }
    shownBefore.set(message, made)
    return made
  }

  async function fetchOlder() {
    older.value = 'loading'
    const since = store.ask()
    const asked = cursor.peek()
    try {
      const page = await listMessages(api, ticket.peek().id, asked)
      // Loaded anew meanwhile: this page follows on nothing that is shown.
      if (cursor.peek() !== asked) return store.abandon()
      batch(() => {
        store.merge(page, since)
        cursor.value = page.nextCursor
        hasOlder.value = page.hasMore
        older.value = 'idle'
      })
    } catch {
      store.abandon()
      older.value = 'failed'
    }
  }

  function loadOlder(): Promise<void> {
    if (!hasOlder.peek()) return Promise.resolve()
    loading ??= fetchOlder().finally(() => (loading = undefined))
    return loading
  }

  /** Shown at once, and taken back when the server refuses. */
  async function change(
    message: MessageView,
    changed: (known: MessageView) => MessageView,
    call: () => Promise<unknown>,
  ) {
    const before = store.find(message.id)
    store.update(message.id, changed)
    const shownMeanwhile = store.find(message.id)
    try {
      await call()
    } catch (cause) {
      if (before && shownMeanwhile) store.update(message.id, (now) => takeBack(now, before, shownMeanwhile))
      throw cause
    }
  }

  /** What was read is said once, however many messages came at the same time. */
  function read() {
    const { id, unreadMessages } = ticket.peek()
    if (!atNewest || unreadMessages === 0 || reading || document.visibilityState !== 'visible') return
    if (!clearsUnread(actor(), ticket.peek())) return
    reading = true
    ticket.value = { ...ticket.peek(), unreadMessages: 0 }
    // What could not be marked now is marked with the next message.
    const done = () => (reading = false)
    markTicketRead(api, id).then(done, done)
  }

  /** As it is after a gap in what was told live. */
  function renew(
    { answer: { ticket: found, page }, isNewest }: FreshAnswer<TicketPart, ConversationData>,
    since: number,
  ) {
    batch(() => {
      const present = ticket.peek()
      const contact = isNewest('contact') ? found.contact : present.contact
      const { newerTicket } = isNewest('newerTicket') ? found : present
      ticket.value = { ...(isNewest('ticket') ? found : present), contact, newerTicket, unreadMessages: 0 }
      store.renew(page, since)
      cursor.value = page.nextCursor
      hasOlder.value = page.hasMore
      older.value = 'idle'
    })
  }

  function receive(message: MessageView, created: boolean) {
    batch(() => {
      if (message.clientId) outbox.settle(message.clientId)
      const known = store.find(message.id)
      if (!created && !known) return
      store.upsert(message)
      if (!created || known || message.fromMe) return
      latest.value = message
      typing.value = undefined
      if (!atNewest) arrived.value += 1
    })
  }

  return {
    ticket,
    messages,
    hasOlder,
    older,
    arrived,
    latest,
    typing,
    gone,
    outbox,
    unreadAtOpening: data.ticket.unreadMessages,
    firstUnreadId: firstUnread(data),
    setAtNewest(now) {
      atNewest = now
      if (!now) return
      arrived.value = 0
      read()
    },
    loadOlder,
    async reach(messageId) {
      for (let pages = 0; pages < reachPagesMax; pages++) {
        if (store.find(messageId)) return true
        if (!hasOlder.peek()) return false
        await loadOlder()
        if (older.peek() === 'failed') return false
      }
      return false
    },
    ask: touches.ask,
    setTicket: (next) => void (ticket.value = next),
    take: store.add,
    edit: (message, body) =>
      change(
        message,
        (known) => ({ ...known, body, isEdited: true, editedAt: new Date().toISOString() }),
        () => editMessage(api, message.id, body),
      ),
    remove: (message) =>
      change(
        message,
        (known) => ({ ...known, isDeleted: true }),
        () => deleteMessage(api, message.id),
      ),
    react: (message, emoji) =>
      change(
        message,
        (known) => ({ ...known, reactions: withReaction(known.reactions, emoji, me.peek().name) }),
        () => reactToMessage(api, message.id, emoji),
      ),
    resend: (message) =>
      change(
        message,
        (known) => ({ ...known, ack: 0, sendState: 'queued', sendError: null }),
        () => resendMessage(api, message.id),
      ),
    start() {
      const stopFollowing = followConversation({
        live,
        companyId: me.peek().companyId,
        ticket,
        typing,
        gone,
        actor,
        receive,
        store,
        touches,
        read,
      })
      const { uuid, id: ticketId } = ticket.peek()
      const { companyId } = me.peek()
      const stopRenewing = renewWhenMissed({
        api,
        live,
        uuid,
        ticketId,
        companyId,
        store,
        gone,
        ask: touches.ask,
        take: renew,
      })
      const stopWatching = effect(() => {
        if (!canSeeTicket(actorOf(me.value), ticket.peek())) gone.value = { reason: 'rights' }
      })
      return () => {
        stopWatching()
        stopFollowing()
        stopRenewing()
      }
    },
  }
}

function withReaction(reactions: MessageView['reactions'], emoji: string, name: string) {
  const others = reactions.filter(({ fromMe }) => !fromMe)
  return emoji === '' ? others : [...others, { emoji, fromMe: true, name }]
}
