import { signal, type Signal } from '@preact/signals-react'
import type { AlreadyAssigned } from '../../ticket/change-ticket'
import type { ConversationModel } from './conversation-model'
import type { ShownMessage } from '../../message/shown-message'

/** A contact card: its message and its index there. */
export interface CardPosition {
  messageId: number
  index: number
}

export type Person = { contactId: number } | { number: string } | CardPosition

/** The dialog over the conversation. The code of each is loaded on first use. */
type ConversationDialog =
  | { kind: 'forward'; messages: readonly ShownMessage[] }
  | { kind: 'sheet'; message: ShownMessage }
  | { kind: 'viewer'; key: string }
  | { kind: 'talk-to'; name: string; person: Person }
  | { kind: 'camera' }
  | { kind: 'send-contact' }
  | { kind: 'accept' }
  | { kind: 'transfer'; reopening: boolean }
  | { kind: 'log' }
  | { kind: 'export' }
  | { kind: 'summary' }
  | { kind: 'why'; messageId: number }
  | { kind: 'trace'; messageId: number }
  | { kind: 'schedule' }
  | { kind: 'send-flow' }
  | { kind: 'template' }
  | { kind: 'snooze' }
  | { kind: 'priority' }
  | { kind: 'macro' }
  | AlreadyAssigned

export interface ConversationView {
  readonly dialog: Signal<ConversationDialog | undefined>
  readonly drawerOpen: Signal<boolean>
  /** What of the drawer gets the focus, because a command opened it. */
  readonly drawerWanted: Signal<'panel' | 'tags' | undefined>
  readonly searching: Signal<boolean>
  readonly busy: Signal<boolean>
  /** The messages are hydrated: what is changed before would not show. */
  readonly isListReady: Signal<boolean>
  /** Keys of the selected messages; undefined outside of a selection. */
  readonly selection: Signal<ReadonlySet<string> | undefined>
  /** The message that was jumped to, until its highlight ends. */
  readonly flashed: Signal<string | undefined>
  readonly wanted: Signal<{ key: string } | undefined>
  /** Selects a message, or no longer. False when no more can be selected. */
  toggle(key: string): boolean
  /** Shows a message, loading older pages if necessary; false when it does not exist. */
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
    drawerWanted: signal(undefined),
    searching: signal(false),
    busy: signal(false),
    isListReady: signal(false),
    selection,
    flashed,
    wanted,
    toggle(key) {
      const next = new Set(selection.peek())
      if (!next.delete(key)) {
        if (next.size >= selectionMax) return false
        next.add(key)
      }
      selection.value = next
      return true
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
