import type { MediaType, proto } from '@whiskeysockets/baileys'
import { innerContent } from '../account/phone-state'

interface MediaPart {
  directPath?: string | null
  mediaKey?: Uint8Array | null
}

/** The part of a message that points to encrypted media, and the kind its keys are derived with. */
export function mediaPartOf(message: proto.IMessage): { part: MediaPart; type: MediaType } | undefined {
  const content = innerContent(message)
  if (content.imageMessage) return { part: content.imageMessage, type: 'image' }
  if (content.videoMessage) return { part: content.videoMessage, type: 'video' }
  if (content.audioMessage) return { part: content.audioMessage, type: 'audio' }
  if (content.documentMessage) return { part: content.documentMessage, type: 'document' }
  if (content.stickerMessage) return { part: content.stickerMessage, type: 'sticker' }
  return undefined
}
