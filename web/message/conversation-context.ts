import { createContext, use } from 'react'
import type { AudioPlayer } from './audio-player'
import type { ComposerModel } from './composer-model'
import type { ConversationModel } from './conversation-model'
import type { ConversationView } from './conversation-view'

/** The models of the conversation around a component. */
export interface Conversation {
  player: AudioPlayer
  model: ConversationModel
  composer: ComposerModel
  view: ConversationView
}

export const ConversationContext = createContext<Conversation | undefined>(undefined)

export function useConversation(): Conversation {
  const conversation = use(ConversationContext)
  if (!conversation) throw new Error('This component stands within an open conversation')
  return conversation
}
