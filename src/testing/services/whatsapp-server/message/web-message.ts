import type { proto } from '@whiskeysockets/baileys'
import { isGroupJid } from '../jids'
import type { ChatMessage } from '../whatsapp-server.types'

/** A message in the form phones exchange history with their linked devices. */
export function toWebMessage(message: ChatMessage): proto.IWebMessageInfo {
  const participant = isGroupJid(message.chat) ? message.from : undefined
  return {
    key: { remoteJid: message.chat, fromMe: message.fromMe, id: message.id, participant },
    message: message.message,
    messageTimestamp: Math.floor(message.at / 1000),
    participant,
  }
}
