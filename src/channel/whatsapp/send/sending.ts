import {
  generateMessageIDV2,
  generateWAMessageContent,
  type proto,
  type WAMessageKey,
  type AnyMessageContent,
  generateWAMessageFromContent,
} from '@whiskeysockets/baileys'
import {
  type Address,
  type Channel,
  ChannelError,
  type OutgoingContent,
  type OutgoingFile,
  type OutgoingMessage,
} from '../../channel'
import { mediaUploader } from './media'
import { jidOf } from './lookups'
import { findSent, keepSent } from '../session/channel-session'
import type { ChannelParts } from '../session/channel-parts'
import { existsSync } from 'node:fs'
import { openPicture } from '../../../kernel/file/remake-picture'
import type { baileysLogger } from '../session/log-adapter'

export function sendingMethods(parts: ChannelParts): Pick<Channel, 'send' | 'edit' | 'delete' | 'react'> {
  const { main, options, logger, deliveries } = parts

  /** Stored before it is sent: a phone that cannot read it may request it again at once. */
  async function deliver(jid: string, id: string, message: proto.IMessage, edit?: string) {
    const { socket } = parts.linked()
    keepSent(main, id, message)
    const additionalAttributes: Record<string, string> = edit ? { edit } : {}
    await deliveries.deliver(socket, jid, message, { messageId: id, additionalAttributes })
  }

  /** Under its own id, so a repetition is harmless. */
  async function change(to: Address, content: ChangeContent, edit?: string) {
    const { socket, whileOpen } = parts.linked()
    const message = await whileOpen(generateWAMessageContent(content, { logger, upload: socket.waUploadToServer }))
    await deliver(jidOf(to), generateMessageIDV2(socket.user?.id), message, edit)
  }

  return {
    async send(message) {
      const { socket, whileOpen } = parts.linked()
      const jid = jidOf(message.to)
      const upload = mediaUploader((fresh) => socket.refreshMediaConn(fresh), options.media)
      // A resend is the same message, with its file under the same key.
      const kept = await findSent(main, message.id)
      const build = () => buildMessage(message, { jid, ownJid: parts.ownJid(message.to), upload, logger })
      const body = kept ?? (await whileOpen(build()))
      await deliver(jid, message.id, body)
    },
    edit: (to, key, text) => change(to, { text, linkPreview: null, edit: keyIn(to, key) }, editAttribute.edit),
    delete: (to, key) => {
      // Only a group's administrators may delete messages of others.
      const asAdministrator = to.kind === 'group' && !key.fromMe
      return change(to, { delete: keyIn(to, key) }, asAdministrator ? editAttribute.adminRevoke : editAttribute.revoke)
    },
    react: (to, key, emoji) => change(to, { react: { text: emoji, key: keyIn(to, key) } }),
  }
}

type ChangeContent = Parameters<typeof generateWAMessageContent>[0]

const editAttribute = { edit: '1', revoke: '7', adminRevoke: '8' }

const keyIn = (to: Address, key: Record<string, unknown>): WAMessageKey => ({ remoteJid: jidOf(to), ...key })

interface BuildOptions {
  jid: string
  ownJid: string
  upload: ReturnType<typeof mediaUploader>
  logger: ReturnType<typeof baileysLogger>
}

async function buildMessage(message: OutgoingMessage, options: BuildOptions): Promise<proto.IMessage> {
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
    const audio = { audio: media, mimetype, ptt: file.voiceNote ?? false, waveform: null }
    return audio
  }
  return { document: media, mimetype, fileName: file.name, caption: text }
}

/** Null, which the types lack, stops Baileys from making one with programs that are not installed. */
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
