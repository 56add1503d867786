import type { ChatbotKind } from '../../../src/queue/chatbot/chatbot.contract'
import { Files, Headset, type LucideIcon, ListTree, MessageSquareText, Plug } from '../../ui/icons'

export const kindIcons: Readonly<Record<ChatbotKind, LucideIcon>> = {
  text: MessageSquareText,
  attendent: Headset,
  queue: ListTree,
  integration: Plug,
  file: Files,
}
