import type { ChatMessage, Phone, SendOptions, WhatsAppServer } from '../testing/whatsapp-server/whatsapp-server.types'
import { demoFile } from './demo-files'
import { foldMessages, summaryOf } from './fold-messages'
import type { ChatSeen, Deed, MessageSeen, PhoneSeen, Tick } from './phone-view.types'
import { paintPortrait, sceneNames } from './scenes'

const messagesMax = 80

export type PhoneUser = ReturnType<typeof createPhoneUser>

/**
 * A person with a simulated phone. While it is offline, actions wait on the phone, and messages to it are neither shown
 * nor confirmed.
 */
export function createPhoneUser(server: WhatsAppServer, phone: Phone, nameOf: (jid: string) => string) {
  const { number } = phone
  const startedAt = Date.now()
  const read = new Set<string>()
  /** Actions while offline, with their preview. */
  const waiting: { seen?: MessageSeen & { chat: string }; run(): Promise<unknown> }[] = []
  let offlineSince: number | undefined
  let sent = 0
  let folded: { count: number; hidden: number; byChat: Map<string, MessageSeen[]> } | undefined

  const isHidden = (message: ChatMessage) => !message.fromMe && offlineSince !== undefined && message.at >= offlineSince

  function chats() {
    const count = phone.messages.length
    const hidden = phone.messages.filter(isHidden).length
    if (folded?.count !== count || folded.hidden !== hidden) {
      const visible = phone.messages.filter((message) => !isHidden(message))
      const grouped = Map.groupBy(visible, ({ chat }) => chat)
      const byChat = new Map([...grouped].map(([jid, messages]) => [jid, foldMessages(messages, nameOf)]))
      folded = { count, hidden, byChat }
    }
    return folded.byChat
  }

  function seenChats(): ChatSeen[] {
    const list = [...chats()].map(([jid, messages]) => {
      const last = messages.at(-1)
      const name = jid.endsWith('@g.us') ? server.group(jid).subject : nameOf(jid)
      return {
        jid,
        name,
        lastText: last ? summaryOf(last) : '',
        lastAt: last?.at ?? 0,
        unread: unreadIn(messages).length,
      }
    })
    // People who have not written can write to the businesses.
    for (const { jid, phone: business } of server.accounts) {
      if (!list.some((chat) => chat.jid === jid) && business.number !== number) {
        list.push({ jid, name: business.name, lastText: '', lastAt: 0, unread: 0 })
      }
    }
    return list.sort((one, other) => other.lastAt - one.lastAt)
  }

  const unreadIn = (messages: readonly MessageSeen[]) =>
    messages.filter(({ mine, at, id }) => !mine && at >= startedAt && !read.has(id))

  /** Receipts are not stored between runs, so older answered messages count as read. */
  function tickOf(message: MessageSeen, receipts: ReadonlyMap<string, Tick>, lastAnswerAt: number): Tick {
    if (message.at < startedAt) return message.at <= lastAnswerAt ? 'read' : 'delivered'
    return receipts.get(message.id) ?? 'sent'
  }

  function messagesOf(jid: string): MessageSeen[] {
    const all = chats().get(jid) ?? []
    const receipts = new Map<string, Tick>()
    for (const { messageId, kind } of phone.receipts) {
      if (receipts.get(messageId) !== 'read') receipts.set(messageId, kind === 'delivered' ? 'delivered' : 'read')
    }
    const lastAnswerAt = all.findLast(({ mine }) => !mine)?.at ?? 0
    const shown = all
      .slice(-messagesMax)
      .map((message) => (message.mine ? { ...message, tick: tickOf(message, receipts, lastAnswerAt) } : message))
    return [...shown, ...waiting.flatMap(({ seen }) => (seen?.chat === jid ? [seen] : []))]
  }

  async function act(chat: string, deed: Deed) {
    if (deed.do === 'online') return goOnline(deed.on)
    if (offlineSince === undefined) return perform(chat, deed)
    if (deed.do === 'read' || deed.do === 'typing') return
    waiting.push({ run: () => perform(chat, deed), ...pendingView(chat, deed) })
  }

  async function goOnline(on: boolean) {
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

  async function perform(chat: string, deed: Exclude<Deed, { do: 'online' }>): Promise<void> {
    const quoted = 'quote' in deed && deed.quote ? phone.message(deed.quote) : undefined
    const options: SendOptions = quoted ? { quoted } : {}
    switch (deed.do) {
      case 'say':
        return void (await phone.say(chat, deed.text, options))
      case 'image':
      case 'voice':
      case 'document':
        return sendFile(phone, chat, deed.do, sent++, options)
      case 'place': {
        const place = { latitude: -23.5614, longitude: -46.6559, name: 'Av. Paulista, 1578' }
        return void (await phone.sendLocation(chat, place, options))
      }
      case 'card':
        return void (await phone.sendContact(chat, { name: 'Tia Lúcia', number: '5511999990007' }, options))
      case 'picture':
        return phone.setPicture(await paintPortrait(startedAt + sent++))
      case 'typing':
        return deed.on ? phone.startTyping(chat) : phone.stopTyping(chat)
      case 'read':
        return markRead(chat)
      default:
        return changeMessage(phone, deed)
    }
  }

  async function markRead(chat: string) {
    const unread = unreadIn(chats().get(chat) ?? [])
    for (const { id } of unread) read.add(id)
    const messages = unread.flatMap(({ id }) => phone.message(id) ?? [])
    if (messages.length > 0) await phone.markRead(...messages)
  }

  function pendingView(chat: string, deed: Deed) {
    if (deed.do !== 'say') return {}
    const id = `waiting-${waiting.length}-${Date.now()}`
    return {
      seen: { id, chat, mine: true, at: Date.now(), text: deed.text, reactions: [], tick: 'clock' as const },
    }
  }

  return {
    act,
    see(chat: string): PhoneSeen {
      const list = seenChats()
      const open = list.find(({ jid }) => jid === chat)?.jid ?? list[0]?.jid ?? ''
      const doing =
        offlineSince === undefined ? phone.presences.findLast(({ from }) => from === open)?.state : undefined
      return {
        number,
        name: phone.name,
        online: offlineSince === undefined,
        chats: list,
        chat: open,
        doing: doing === 'composing' || doing === 'recording' ? doing : '',
        messages: messagesOf(open),
      }
    },
    summary() {
      const list = seenChats()
      const [latest] = list
      const unread = list.reduce((sum, chat) => sum + chat.unread, 0)
      return { number, name: phone.name, lastText: latest?.lastText ?? '', lastAt: latest?.lastAt ?? 0, unread }
    },
  }
}

async function sendFile(
  phone: Phone,
  chat: string,
  kind: 'image' | 'voice' | 'document',
  turn: number,
  options: SendOptions,
) {
  const scene = sceneNames[turn % sceneNames.length] ?? 'sala'
  const { bytes, name, mimeType, seconds } = await demoFile(
    kind === 'image' ? scene : kind === 'voice' ? 'voz' : 'orçamento',
    turn,
  )
  if (kind === 'image') await phone.sendImage(chat, { bytes, mimetype: mimeType }, options)
  else if (kind === 'voice') await phone.sendAudio(chat, { bytes, mimetype: mimeType, voice: true, seconds }, options)
  else await phone.sendDocument(chat, { bytes, mimetype: mimeType, fileName: name }, options)
}

async function changeMessage(phone: Phone, deed: Extract<Deed, { id: string }>) {
  const message = phone.message(deed.id)
  if (!message) throw new Error('Essa mensagem não está neste celular')
  if (deed.do === 'react') await phone.react(message, deed.emoji)
  else if (deed.do === 'edit') await phone.edit(message, deed.text)
  else await phone.revoke(message)
}
