import { createContext, use } from 'react'
import type { AudioPlayer } from '../message/bubble/audio-player'
import type { ChatModel } from './chat-model'

interface OpenChat {
  model: ChatModel
  player: AudioPlayer
}

export const ChatContext = createContext<OpenChat | undefined>(undefined)

export function useChat(): OpenChat {
  const chat = use(ChatContext)
  if (!chat) throw new Error('This component must be inside an open chat')
  return chat
}
