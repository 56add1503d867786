import { createRequiredContext } from '../ui/context/ui-context'
import type { AudioPlayer } from '../message/bubble/audio-player'
import type { ChatModel } from './chat-model'
import type { ChatOutboxes } from './message/chat-outbox'

interface OpenChat {
  model: ChatModel
  player: AudioPlayer
}

export const [ChatContext, useChat] = createRequiredContext<OpenChat>('an open chat')

/** Belongs to one running app; created with the first chat. */
export interface KeptChatOutboxes {
  current: ChatOutboxes | undefined
}

export const [ChatOutboxesContext, useKeptChatOutboxes] = createRequiredContext<KeptChatOutboxes>('<App>')
