import type {
  ChatMessage,
  Phone,
  WhatsAppServer,
  SendOptions,
} from '../../testing/services/whatsapp-server/whatsapp-server.types'
import { createPhoneChats } from './phone-chats'
import type { ContactView, MessageView, PhoneAction, PhoneView } from './phone-view.types'
import { demoFile } from '../company/demo-files'
import { paintPortrait, sceneNames } from '../story/scenes'

/** WhatsApp Web shows no buttons to tap, and stories are not simulated on it. */
type OwnAction = Exclude<PhoneAction, { do: 'tap' | 'story' }>
type MessageAction = Exclude<OwnAction, { do: 'online' }>

const can = [
  ...(['say', 'image', 'voice', 'document', 'place', 'card', 'react', 'edit', 'erase'] as const),
  ...(['read', 'typing', 'online', 'picture'] as const),
]

type Preview = MessageView & { chat: string }

export type PhoneUser = ReturnType<typeof createPhoneUser>

/** A person with a simulated phone. While offline, actions wait on it, and messages to it are neither shown nor confirmed. */
export function createPhoneUser(server: WhatsAppServer, phone: Phone, nameOf: (jid: string) => string) {
  const { number } = phone
  /** Actions while offline, with their preview. */
  const waiting: { preview: Preview | undefined; run(): Promise<unknown> }[] = []
  let offlineSince: number | undefined

  const isHidden = (message: ChatMessage) => !message.fromMe && offlineSince !== undefined && message.at >= offlineSince
  const chats = createPhoneChats({ server, phone, nameOf, isHidden })
  const send = createPhoneActions(phone)
  const perform = (chat: string, action: MessageAction) =>
    action.do === 'read' ? chats.markRead(chat) : send(chat, action)

  async function setOnline(on: boolean) {
    if (on === (offlineSince === undefined)) return
    if (!on) {
      offlineSince = Date.now()
      server.phone(number, { sendsDeliveryReceipts: false })
      return phone.goOffline()
    }
    const arrived = phone.messages.filter(isHidden)
    offlineSince = undefined
    server.phone(number, { sendsDeliveryReceipts: true })
    await phone.goOnline()
    await phone.markDelivered(...arrived)
    for (const { run } of waiting.splice(0)) await run()
  }

  return {
    async act(chat: string, action: PhoneAction) {
      if (action.do === 'tap' || action.do === 'story') throw new Error('Isso não existe neste canal')
      if (action.do === 'online') return setOnline(action.on)
      if (offlineSince === undefined) return perform(chat, action)
      if (action.do === 'read' || action.do === 'typing') return
      waiting.push({ run: () => perform(chat, action), preview: previewOf(chat, action, waiting.length) })
    },
    view(chat: string): PhoneView {
      const list = chats.list()
      const open = list.find(({ jid }) => jid === chat)?.jid ?? list[0]?.jid ?? ''
      const online = offlineSince === undefined
      const previews = waiting.flatMap(({ preview }) => (preview?.chat === open ? [preview] : []))
      return {
        channel: 'whatsapp',
        can,
        number,
        name: phone.name,
        online,
        chats: list,
        chat: open,
        doing: online ? chats.doing(open) : '',
        messages: [...chats.messages(open), ...previews],
      }
    },
    summary(): ContactView {
      const list = chats.list()
      const [latest] = list
      const unread = list.reduce((sum, chat) => sum + chat.unread, 0)
      const { lastText = '', lastAt = 0 } = latest ?? {}
      return { channel: 'whatsapp', number, name: phone.name, lastText, lastAt, unread }
    },
  }
}

function previewOf(chat: string, action: MessageAction, index: number): Preview | undefined {
  if (action.do !== 'say') return undefined
  const at = Date.now()
  return { id: `waiting-${index}-${at}`, chat, mine: true, at, text: action.text, reactions: [], tick: 'clock' }
}

/** Actions that need nothing but the phone and its network. */
type SentAction = Exclude<MessageAction, { do: 'read' }>

export const location = { latitude: -23.5614, longitude: -46.6559, name: 'Av. Paulista, 1578' }
export const contactCard = { name: 'Tia Lúcia', number: '5511999990007' }

/** Returns a function that performs actions on the phone. Its files and pictures differ from one to the next. */
function createPhoneActions(phone: Phone) {
  const startedAt = Date.now()
  let variant = 0

  return async (chat: string, action: SentAction): Promise<void> => {
    const quoted = 'quote' in action && action.quote ? phone.message(action.quote) : undefined
    const options: SendOptions = quoted ? { quoted } : {}
    switch (action.do) {
      case 'say':
        return void (await phone.say(chat, action.text, options))
      case 'image':
      case 'voice':
      case 'document':
        return sendFile(phone, chat, action.do, variant++, options)
      case 'place':
        return void (await phone.sendLocation(chat, location, options))
      case 'card':
        return void (await phone.sendContact(chat, contactCard, options))
      case 'picture':
        return phone.setPicture(await paintPortrait(startedAt + variant++))
      case 'typing':
        return action.on ? phone.startTyping(chat) : phone.stopTyping(chat)
      default:
        return changeMessage(phone, action)
    }
  }
}

async function sendFile(
  phone: Phone,
  chat: string,
  kind: 'image' | 'voice' | 'document',
  variant: number,
  options: SendOptions,
) {
  const scene = sceneNames[variant % sceneNames.length] ?? 'sala'
  const { bytes, name, mimeType, seconds } = await demoFile(
    kind === 'image' ? scene : kind === 'voice' ? 'voz' : 'orçamento',
    variant,
  )
  if (kind === 'image') await phone.sendImage(chat, { bytes, mimetype: mimeType }, options)
  else if (kind === 'voice') await phone.sendAudio(chat, { bytes, mimetype: mimeType, voice: true, seconds }, options)
  else await phone.sendDocument(chat, { bytes, mimetype: mimeType, fileName: name }, options)
}

async function changeMessage(phone: Phone, action: Extract<PhoneAction, { id: string }>) {
  const message = phone.message(action.id)
  if (!message) throw new Error('Essa mensagem não está neste celular')
  if (action.do === 'react') await phone.react(message, action.emoji)
  else if (action.do === 'edit') await phone.edit(message, action.text)
  else await phone.revoke(message)
}
