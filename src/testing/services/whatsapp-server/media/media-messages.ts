import type { proto } from '@whiskeysockets/baileys'
import { mediaPartOf } from './media-part'
import { downloadOnPhone, uploadFromPhone } from './media-store'
import type { AudioInput, ChatMessage, DocumentInput, MediaInput } from '../whatsapp-server.types'
import type { World } from '../account/world'

export async function imageContent(world: World, image: MediaInput): Promise<proto.IMessage> {
  const { bytes, mimetype = 'image/jpeg', caption } = image
  return { imageMessage: { ...(await uploadFromPhone(world, bytes, 'image')), mimetype, caption } }
}

export async function videoContent(world: World, video: MediaInput): Promise<proto.IMessage> {
  const { bytes, mimetype = 'video/mp4', caption } = video
  return { videoMessage: { ...(await uploadFromPhone(world, bytes, 'video')), mimetype, caption } }
}

export async function audioContent(world: World, audio: AudioInput): Promise<proto.IMessage> {
  const { bytes, voice = false, seconds } = audio
  const mimetype = audio.mimetype ?? (voice ? 'audio/ogg; codecs=opus' : 'audio/mpeg')
  return { audioMessage: { ...(await uploadFromPhone(world, bytes, 'audio')), mimetype, ptt: voice, seconds } }
}

export async function documentContent(world: World, document: DocumentInput): Promise<proto.IMessage> {
  const { bytes, mimetype = 'application/octet-stream', caption, fileName } = document
  const reference = await uploadFromPhone(world, bytes, 'document')
  const content = { documentMessage: { ...reference, mimetype, fileName, title: fileName, caption } }
  // Phones wrap a document that has a caption.
  return caption ? { documentWithCaptionMessage: { message: content } } : content
}

export async function stickerContent(world: World, sticker: MediaInput): Promise<proto.IMessage> {
  const { bytes, mimetype = 'image/webp' } = sticker
  return { stickerMessage: { ...(await uploadFromPhone(world, bytes, 'sticker')), mimetype } }
}

/** Decrypts the media a message points to. */
export async function downloadMessage(world: World, message: ChatMessage): Promise<Uint8Array> {
  const media = mediaPartOf(message.message)
  if (!media) throw new Error(`Message ${message.id} has no media`)
  return downloadOnPhone(world, media.part, media.type)
}
