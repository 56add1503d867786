import { createContext, use } from 'react'
import type { UnreadChatsModel } from './unread-chats-model'

export const UnreadChatsContext = createContext<UnreadChatsModel | undefined>(undefined)

export function useUnreadChats(): UnreadChatsModel {
  const unreadChats = use(UnreadChatsContext)
  if (!unreadChats) throw new Error('No unread chats around this component: render it within <App>')
  return unreadChats
}
