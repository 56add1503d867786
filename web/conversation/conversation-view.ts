import { signal, type Signal } from '@preact/signals-react'
import type { AlreadyAssigned } from '../ticket/change-ticket'
import type { ConversationModel } from './conversation-model'
import type { ShownMessage } from '../message/shown-message'

/** A contact card, by its message and its place among the message's cards. */
export interface CardPlace {
  messageId: number
  index: number
}

/** What is open over the conversation; each is fetched when it is first opened. */
export type ConversationDialog =
  | { kind: 'forward'; messages: readonly ShownMessage[] }
  | { kind: 'sheet'; message: ShownMessage }
  | { kind: 'viewer'; key: string }
  /** Somebody in a group, or somebody on a card of a message. */
  | { kind: 'talk-to'; name: string; person: { contactId: number } | CardPlace }
  | { kind: 'camera' }
  | { kind: 'send-contact' }
  | { kind: 'accept' }
  | { kind: 'transfer'; reopening: boolean }
  | { kind: 'log' }
  | { kind: 'export' }
  | { kind: 'schedule' }
  | AlreadyAssigned

/** What one open conversation shows beside its messages. */
export interface ConversationView {
  readonly dialog: Signal<ConversationDialog | undefined>
  readonly drawerOpen: Signal<boolean>
  /** A change of the ticket is being asked for. */
  readonly busy: Signal<boolean>
  /** Keys of the chosen messages; undefined while nothing is being chosen. */
  readonly selection: Signal<ReadonlySet<string> | undefined>
  /** The message that was jumped to, until the flash is over. */
  readonly flashed: Signal<string | undefined>
  /** Told to the list: bring this message into sight. */
  readonly wanted: Signal<{ key: string } | undefined>
  toggle(key: string): void
  /** Goes to a message, loading older pages if need be; false when it is not there. */
  jumpTo(messageId: number): Promise<boolean>
  dispose(): void
}

export const selectionMax = 30
const flashMs = 1600

export function createConversationView(model: ConversationModel, drawerOpen: Signal<boolean>): ConversationView {
  const selection = signal<ReadonlySet<string> | undefined>(undefined)
  const flashed = signal<string | undefined>(undefined)
  const wanted = signal<{ key: string } | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined

  return {
    dialog: signal<ConversationDialog | undefined>(undefined),
    drawerOpen,
    busy: signal(false),
    selection,
    flashed,
    wanted,
    toggle(key) {
      const next = new Set(selection.peek())
      if (!next.delete(key) && next.size < selectionMax) next.add(key)
      selection.value = next
    },
    async jumpTo(messageId) {
      if (!(await model.reach(messageId))) return false
      const message = model.messages.peek().find(({ id }) => id === messageId)
      if (!message) return false
      wanted.value = { key: message.key }
      flashed.value = message.key
      clearTimeout(timer)
      timer = setTimeout(() => (flashed.value = undefined), flashMs)
      return true
    },
    dispose: () => clearTimeout(timer),
  }
}
