import { generateMessageIDV2, generateWAMessageContent, type proto, type WAMessageKey } from '@whiskeysockets/baileys'
import type { Address, Channel } from '../../channel'
import { mediaUploader } from './media'
import { buildMessage } from './outgoing-content'
import { jidOf } from '../receive/party'
import { findSent, keepSent } from '../session/sent-messages'
import type { ChannelParts } from '../session/channel-parts'

export function sendingMethods(parts: ChannelParts): Pick<Channel, 'send' | 'edit' | 'delete' | 'react'> {
  const { host, options, logger, deliveries } = parts
  const { connectionId } = host

  /** Stored before it is sent: a phone that cannot read it may request it again at once. */
  async function deliver(jid: string, id: string, message: proto.IMessage, edit?: string) {
    const { socket } = parts.linked()
    keepSent(host.context(), connectionId, id, message)
    const additionalAttributes: Record<string, string> = edit ? { edit } : {}
    await deliveries.deliver(socket, jid, message, { messageId: id, additionalAttributes })
  }

  /** Sends a change of a message under its own id. A repetition is harmless. */
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
      const kept = findSent(host.context(), connectionId, message.id)
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
