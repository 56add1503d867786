import { createRequiredContext } from '../ui/context/required-context'
import type { AudioPlayer } from '../message/bubble/audio-player'
import type { ChatModel } from './chat-model'

interface OpenChat {
  model: ChatModel
  player: AudioPlayer
}

export const [ChatContext, useChat] = createRequiredContext<OpenChat>('an open chat')
