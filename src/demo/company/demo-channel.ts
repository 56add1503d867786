import {
  type Address,
  type Channel,
  ChannelError,
  type OutgoingContent,
  type OutgoingFile,
} from '../../channel/channel'
import { jidOf } from '../../channel/whatsapp/send/lookups'
import type { ChatMessage, Phone, SendOptions } from '../../testing/services/whatsapp-server/whatsapp-server.types'

interface DemoChannelOptions {
  shop: Phone
  now(): Date
  files: ReadonlyMap<string, Uint8Array>
}

/** Delivers messages directly to the simulated phones at the simulated time, until the real driver takes over. */
export function createDemoChannel({ shop, now, files }: DemoChannelOptions): Channel {
  const at = (): SendOptions => ({ at: now().getTime() })
  const known = (key: Record<string, unknown>): ChatMessage => {
    const message = shop.message(String(key['id']))
    if (!message) throw new Error(`The shop's phone has no message ${String(key['id'])}`)
    return message
  }
  return {
    connect: async () => {},
    disconnect: async () => {},
    async send({ id, to, content, quoted }) {
      const options = { ...at(), id, ...(quoted ? { quoted: known(quoted.key) } : {}) }
      await sendContent(shop, recipient(to), content, options)
    },
    edit: async (_to, key, text) => void (await shop.edit(known(key), text, at())),
    delete: async (_to, key) => void (await shop.revoke(known(key), at())),
    react: async (_to, key, emoji) => void (await shop.react(known(key), emoji, at())),
    markRead: async (keys) => shop.markRead(...keys.map(known)),
    fetchMedia: ({ source }, _key, write) => write(files.get(String(source['demo'])) ?? new Uint8Array()),
    checkNumbers: async (numbers) => numbers.map((value) => ({ addresses: [{ kind: 'phone', value }] })),
  }
}

/** The server knows phones by number and LID. */
const recipient = (to: Address) => jidOf(to)

async function sendContent(
  shop: Phone,
  to: string,
  content: OutgoingContent,
  options: SendOptions,
): Promise<ChatMessage> {
  switch (content.kind) {
    case 'text':
      return shop.say(to, content.text, options)
    case 'file':
      return sendFile(shop, to, content.file, content.caption, options)
    case 'contact':
      return shop.sendContact(to, { name: content.name, number: phoneIn(content.vcard) }, options)
    case 'location':
      return shop.sendLocation(to, content, options)
    case 'template':
    case 'menu':
      throw new ChannelError('refused', `This channel has no ${content.kind}s`)
  }
}

async function sendFile(shop: Phone, to: string, file: OutgoingFile, caption: string, options: SendOptions) {
  const { path, name, mimeType: mimetype, voiceNote } = file
  const media = { bytes: await Bun.file(path).bytes(), mimetype, ...(caption ? { caption } : {}) }
  if (mimetype.startsWith('image/')) return shop.sendImage(to, media, options)
  if (mimetype.startsWith('audio/')) return shop.sendAudio(to, { ...media, voice: voiceNote }, options)
  return shop.sendDocument(to, { ...media, fileName: name }, options)
}

const phoneIn = (vcard: string) => /waid=(\d+)/.exec(vcard)?.[1] ?? /TEL[^:]*:([+\d ]+)/.exec(vcard)?.[1] ?? '0'
