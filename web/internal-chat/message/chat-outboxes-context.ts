import { createContext, use } from 'react'
import type { ChatOutboxes } from './chat-outbox'

/** Belongs to one running app; created with the first chat. */
export interface KeptChatOutboxes {
  current: ChatOutboxes | undefined
}

export const ChatOutboxesContext = createContext<KeptChatOutboxes | undefined>(undefined)

export function useKeptChatOutboxes(): KeptChatOutboxes {
  const outboxes = use(ChatOutboxesContext)
  if (!outboxes) throw new Error('No outboxes of chats around this component: render it within <App>')
  return outboxes
}
