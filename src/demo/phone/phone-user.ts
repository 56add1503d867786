import type { ChatMessage, Phone, WhatsAppServer } from '../../testing/services/whatsapp-server/whatsapp-server.types'
import { createPhoneActions } from './phone-actions'
import { createPhoneChats } from './phone-chats'
import type { MessageView, PhoneAction, PhoneView } from './phone-view.types'

type MessageAction = Exclude<PhoneAction, { do: 'online' }>

type Preview = MessageView & { chat: string }

export type PhoneUser = ReturnType<typeof createPhoneUser>

/**
 * A person with a simulated phone. While it is offline, actions wait on the phone, and messages to it are neither shown
 * nor confirmed.
 */
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
        number,
        name: phone.name,
        online,
        chats: list,
        chat: open,
        doing: online ? chats.doing(open) : '',
        messages: [...chats.messages(open), ...previews],
      }
    },
    summary() {
      const list = chats.list()
      const [latest] = list
      const unread = list.reduce((sum, chat) => sum + chat.unread, 0)
      return { number, name: phone.name, lastText: latest?.lastText ?? '', lastAt: latest?.lastAt ?? 0, unread }
    },
  }
}

function previewOf(chat: string, action: MessageAction, index: number): Preview | undefined {
  if (action.do !== 'say') return undefined
  const at = Date.now()
  return { id: `waiting-${index}-${at}`, chat, mine: true, at, text: action.text, reactions: [], tick: 'clock' }
}
