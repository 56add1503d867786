import type { ChatMessage, Phone, WhatsAppServer } from '../../testing/services/whatsapp-server/whatsapp-server.types'
import { foldMessages, summaryOf } from './fold-messages'
import type { ChatView, MessageView, PhoneView, Tick } from './phone-view.types'

const messagesMax = 80
/** Phones hide “typing” that is not repeated. */
const typingShownMs = 25_000

interface PhoneChatsOptions {
  server: WhatsAppServer
  phone: Phone
  nameOf(jid: string): string
  /** Messages that arrived while the phone was offline are not shown yet. */
  isHidden(message: ChatMessage): boolean
}

export function createPhoneChats({ server, phone, nameOf, isHidden }: PhoneChatsOptions) {
  const startedAt = Date.now()
  const readIds = new Set<string>()
  let cached: { count: number; hidden: number; byChat: Map<string, MessageView[]> } | undefined

  function messagesByChat() {
    const count = phone.messages.length
    const hidden = phone.messages.filter(isHidden).length
    if (cached?.count !== count || cached.hidden !== hidden) {
      const visible = phone.messages.filter((message) => !isHidden(message))
      const grouped = Map.groupBy(visible, ({ chat }) => chat)
      const byChat = new Map([...grouped].map(([jid, messages]) => [jid, foldMessages(messages, nameOf)]))
      cached = { count, hidden, byChat }
    }
    return cached.byChat
  }

  const unreadOf = (messages: readonly MessageView[]) =>
    messages.filter(({ mine, at, id }) => !mine && at >= startedAt && !readIds.has(id))

  return {
    list(): ChatView[] {
      const list = [...messagesByChat()].map(([jid, messages]) => {
        const last = messages.at(-1)
        const name = jid.endsWith('@g.us') ? server.group(jid).subject : nameOf(jid)
        const lastText = last ? summaryOf(last) : ''
        return { jid, name, lastText, lastAt: last?.at ?? 0, unread: unreadOf(messages).length }
      })
      // People who have not written can write to the businesses.
      for (const { jid, phone: business } of server.accounts) {
        if (!list.some((chat) => chat.jid === jid) && business.number !== phone.number) {
          list.push({ jid, name: business.name, lastText: '', lastAt: 0, unread: 0 })
        }
      }
      return list.sort((one, other) => other.lastAt - one.lastAt)
    },

    messages(jid: string): MessageView[] {
      const all = messagesByChat().get(jid) ?? []
      const tickOf = readTicks(phone, startedAt, all)
      return all.slice(-messagesMax).map((message) => (message.mine ? { ...message, tick: tickOf(message) } : message))
    },

    /** Typing ends with the message that was typed. */
    doing(jid: string): PhoneView['doing'] {
      const last = phone.presences.findLast(({ from }) => from === jid)
      if (last?.state !== 'composing' && last?.state !== 'recording') return ''
      const isOver = last.at < lastReceivedAt(messagesByChat().get(jid)) || Date.now() - last.at >= typingShownMs
      return isOver ? '' : last.state
    },

    async markRead(jid: string) {
      const unread = unreadOf(messagesByChat().get(jid) ?? [])
      for (const { id } of unread) readIds.add(id)
      const messages = unread.flatMap(({ id }) => phone.message(id) ?? [])
      if (messages.length > 0) await phone.markRead(...messages)
    },
  }
}

const lastReceivedAt = (messages: readonly MessageView[] = []) => messages.findLast(({ mine }) => !mine)?.at ?? 0

/** Receipts are not stored between runs, so older answered messages count as read. */
function readTicks(phone: Phone, startedAt: number, messages: readonly MessageView[]) {
  const receipts = new Map<string, Tick>()
  for (const { messageId, kind } of phone.receipts) {
    if (receipts.get(messageId) !== 'read') receipts.set(messageId, kind === 'delivered' ? 'delivered' : 'read')
  }
  const lastAnswerAt = lastReceivedAt(messages)
  return ({ id, at }: MessageView): Tick => {
    if (at < startedAt) return at <= lastAnswerAt ? 'read' : 'delivered'
    return receipts.get(id) ?? 'sent'
  }
}
