import type { Signal } from '@preact/signals-react'
import { createRequiredContext } from '../../ui/context/ui-context'
import type { AudioPlayer } from '../../message/bubble/audio-player'
import type { ComposerModel, PresenceReporter } from '../composer/composer-model'
import type { ConversationModel } from './conversation-model'
import type { OpeningInput } from './opening-input'
import type { ConversationView } from './conversation-view'
import type { MacroView } from '../../../src/macro/macro.record'
import type { TicketColleague } from '../../../src/message/message.answers'
import type { QuickMessageView } from '../../../src/quick-message/quick-message.record'

export interface Conversation {
  /** Made when the messages are shown, for all tickets. */
  player: { current: AudioPlayer | undefined }
  model: ConversationModel
  composer: ComposerModel
  /** What the user did while it loaded. */
  input: OpeningInput
  view: ConversationView
  presence: PresenceReporter
  /** Receives what the outbox has sent; returns the function that ends it, until which the conversation stays in memory. */
  listen(): () => void
  signing: Signal<boolean>
  /** A prompt of the company suggests replies, summarizes and transcribes. */
  hasAssistance: Signal<boolean>
  /** The macros that the user may use, by name; undefined until loaded, after the conversation is shown. */
  macros: Signal<readonly MacroView[] | undefined>
  /** Colleagues who can be mentioned; `key` identifies the ticket and its assignment. */
  colleagues: { key: string; current: Promise<readonly TicketColleague[]> | undefined }
  /** The quick replies that the user may use, fetched once per version; a change of one makes a new version. */
  quickReplies: { current: Promise<readonly QuickMessageView[]> | undefined; version: Signal<number> }
}

export const [ConversationContext, useConversation] = createRequiredContext<Conversation>('an open conversation')
