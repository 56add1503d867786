import {
  type AnyMessageContent,
  generateWAMessageContent,
  generateWAMessageFromContent,
  type proto,
  type WAMessageKey,
} from '@whiskeysockets/baileys'
import { existsSync } from 'node:fs'
import { ChannelError, type OutgoingContent, type OutgoingFile, type OutgoingMessage } from '../../channel'
import { openPicture } from '../../../kernel/file/remake-picture'
import type { baileysLogger } from '../session/log-adapter'
import type { mediaUploader } from './media'

interface BuildOptions {
  jid: string
  ownJid: string
  upload: ReturnType<typeof mediaUploader>
  logger: ReturnType<typeof baileysLogger>
}

export async function buildMessage(message: OutgoingMessage, options: BuildOptions): Promise<proto.IMessage> {
  const content = await contentFor(message.content)
  if (message.forwarded) Object.assign(content, { contextInfo: { isForwarded: true, forwardingScore: 1 } })
  const body = await generateWAMessageContent(content, { upload: options.upload, logger: options.logger })
  if (!message.quoted) return body
  const { key, text } = message.quoted
  const quoted = { key: { remoteJid: options.jid, ...key } as WAMessageKey, message: { conversation: text } }
  const full = generateWAMessageFromContent(options.jid, body, {
    userJid: options.ownJid,
    quoted,
    messageId: message.id,
  })
  return full.message ?? body
}

async function contentFor(content: OutgoingContent): Promise<AnyMessageContent> {
  switch (content.kind) {
    case 'text':
      return { text: content.text, linkPreview: null }
    case 'contact':
      return {
        contacts: { displayName: content.name, contacts: [{ displayName: content.name, vcard: content.vcard }] },
      }
    case 'location': {
      const { latitude, longitude, name } = content
      return { location: { degreesLatitude: latitude, degreesLongitude: longitude, name } }
    }
    case 'file':
      return fileContent(content.file, content.caption)
    case 'template':
    case 'menu':
      throw new ChannelError('refused', `This channel has no ${content.kind}s`)
  }
}

/**
 * Pictures, videos and audio that phones can show inline are sent as such, everything else as a document with its name.
 */
async function fileContent(file: OutgoingFile, caption: string): Promise<AnyMessageContent> {
  if (!existsSync(file.path)) throw new ChannelError('refused', 'The file is no longer there')
  const media = { url: file.path }
  const mimetype = file.mimeType
  const text = caption || undefined
  if (/^image\/(jpeg|png|webp|gif)$/.test(mimetype)) {
    return { image: media, mimetype, caption: text, jpegThumbnail: await thumbnailOf(file.path) }
  }
  if (/^video\/(mp4|3gpp|quicktime)$/.test(mimetype)) {
    return { video: media, mimetype, caption: text, jpegThumbnail: noThumbnail }
  }
  if (mimetype.startsWith('audio/')) {
    // Null keeps Baileys from decoding the whole recording for a waveform; its types lack the property.
    const audio = { audio: media, mimetype, ptt: file.voiceNote ?? false, waveform: null }
    return audio
  }
  return { document: media, mimetype, fileName: file.name, caption: text }
}

/** With null, which its types lack, Baileys makes no thumbnail itself. It would need programs that are not installed. */
const noThumbnail = null as never

/** Returns the small blurred picture that phones show until the file is downloaded. Without it they show grey. */
async function thumbnailOf(path: string): Promise<string> {
  try {
    const bytes = await openPicture(Bun.file(path)).resize(32, 32, { fit: 'inside' }).jpeg({ quality: 50 }).bytes()
    return Buffer.from(bytes).toString('base64')
  } catch {
    return noThumbnail
  }
}
