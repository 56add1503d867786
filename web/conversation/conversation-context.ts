import type { Signal } from '@preact/signals-react'
import { createContext, use } from 'react'
import type { AudioPlayer } from '../message/bubble/audio-player'
import type { ComposerModel } from './composer/composer-model'
import type { OwnPresence } from './composer/own-presence'
import type { ConversationModel } from './conversation-model'
import type { ConversationView } from './conversation-view'
import type { QuickMessageView } from '../../src/quick-message/quick-message.calls'

/** The models of the conversation around a component. */
export interface Conversation {
  player: AudioPlayer
  model: ConversationModel
  composer: ComposerModel
  view: ConversationView
  /** What the contact is shown of the person's writing. */
  presence: OwnPresence
  /** Whether what is sent begins with the person's name. */
  signing: Signal<boolean>
  /** The company's prepared answers, asked for once. */
  quickReplies: { current: Promise<readonly QuickMessageView[]> | undefined }
}

export const ConversationContext = createContext<Conversation | undefined>(undefined)

export function useConversation(): Conversation {
  const conversation = use(ConversationContext)
  if (!conversation) throw new Error('This component must be inside an open conversation')
  return conversation
}
