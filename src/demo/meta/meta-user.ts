import { cloudChannel } from '../../channel/channel-rules.contract'
import { statusChange } from '../../testing/services/graph-server/graph-changes'
import type { Json } from '../../testing/services/graph-server/graph-server.types'
import type { GraphServer } from '../../testing/services/graph-server/start-graph-server'
import { demoFile } from '../company/demo-files'
import { summaryOf } from '../phone/fold-messages'
import type { ContactView, MessageView, PhoneAction, PhoneView } from '../phone/phone-view.types'
import { contactCard, location } from '../phone/phone-user'
import { sceneNames } from '../story/scenes'
import type { CustomerStore, StoredMessage } from './customer-store'
import { apiContent, pageContent, type Words } from './customer-words'
import { canDo, type MetaCustomer } from './meta-customers'

interface MetaUserOptions {
  graph: GraphServer
  store: CustomerStore
  onChange(): void
}

export type MetaUser = ReturnType<typeof createMetaUser>

/** Phones hide “typing” that is not repeated. */
const typingShownMs = 25_000
const shownMax = 80

/** A customer on one of Meta's channels, who writes through the simulated Graph server. */
export function createMetaUser(customer: MetaCustomer, { graph, store, onChange }: MetaUserOptions) {
  const { id, channel, account } = customer
  const name = `${customer.firstName} ${customer.lastName}`
  const isApi = channel === cloudChannel
  const can = canDo[channel]
  let typingSinceMs = 0
  let variant = 0

  const all = () => store.messagesOf(id)
  const find = (messageId: string) => all().find((message) => message.id === messageId)
  const unseen = () => all().filter(({ mine, isSeen }) => !mine && !isSeen)

  function changed() {
    store.save()
    onChange()
  }

  function quoteOf(messageId?: string) {
    const quoted = messageId ? find(messageId) : undefined
    return quoted ? { quoted: { mine: quoted.mine, text: summaryOf(viewOf(quoted)) } } : {}
  }

  async function write(words: Words, at: number) {
    const { message, quote } = words
    const own: StoredMessage = {
      ...message,
      ...quoteOf(quote),
      ...(words.isStory ? { quoted: { mine: false, text: '📷 Story da loja' } } : {}),
    }
    store.add(id, own, words.isStory ? undefined : words.file?.bytes)
    const { ok } = isApi
      ? await graph.says({ waId: id, name }, apiContent(graph, customer, words), { id: message.id, atMs: at })
      : await graph.pages.says(account.id, id, pageContent(graph, words), { mid: message.id, atMs: at })
    if (ok) own.tick = 'delivered'
    changed()
  }

  const does = (content: Json) => graph.pages.does(account.id, id, content)

  async function markRead() {
    const messages = unseen()
    if (messages.length === 0) return
    for (const message of messages) message.isSeen = true
    changed()
    if (!isApi) return void (await does({ read: { watermark: graph.state.now() } }))
    const phone = graph.phoneOf(account.id)
    const at = { status: 'read' as const, atMs: graph.state.now() }
    await graph.deliver(...messages.map((message) => statusChange(phone, { id: message.id, to: id, body: {} }, at)))
  }

  async function react(messageId: string, emoji: string) {
    const message = find(messageId)
    if (!message) return
    message.reactionOf.me = emoji
    changed()
    if (isApi) {
      const reaction = { message_id: messageId, emoji }
      return void (await graph.says({ waId: id, name }, { type: 'reaction', reaction }))
    }
    const what = emoji ? { action: 'react', reaction: 'other', emoji } : { action: 'unreact' }
    await does({ reaction: { mid: messageId, ...what } })
  }

  async function change(action: Extract<PhoneAction, { do: 'edit' | 'erase' }>) {
    const message = find(action.id)
    if (!message?.mine) return
    if (action.do === 'edit') {
      Object.assign(message, { text: action.text, edited: true })
      await does({ message_edit: { mid: action.id, text: action.text, num_edit: 1 } })
    } else {
      Object.assign(message, { erased: true, text: '', file: undefined })
      await does({ message: { mid: action.id, is_deleted: true } })
    }
    changed()
  }

  return {
    id,
    customer,
    messages: all,
    async act(_chat: string, action: PhoneAction, at = graph.state.now()): Promise<void> {
      if (action.do === 'typing') return
      if (!can.includes(action.do)) throw new Error('Isso não existe neste canal')
      switch (action.do) {
        case 'read':
          return markRead()
        case 'react':
          return react(action.id, action.emoji)
        case 'edit':
        case 'erase':
          return change(action)
        default: {
          const messageId = isApi ? graph.newMessageId() : graph.pages.newMid()
          const words = await wordsOf(action, find, variant++)
          const shared = { id: messageId, mine: true, at, text: '', reactionOf: {}, tick: 'sent' as const }
          return write({ ...words, message: { ...shared, ...words.message } }, at)
        }
      }
    },
    view(): PhoneView {
      const isTyping = Date.now() - typingSinceMs < typingShownMs
      const chat = account.id
      return {
        channel,
        can,
        number: id,
        name,
        online: true,
        chat,
        chats: [{ jid: chat, name: account.name, ...latest(), unread: unseen().length }],
        doing: isTyping ? 'composing' : '',
        messages: all().slice(-shownMax).map(viewOf),
      }
    },
    summary: (): ContactView => ({ channel, number: id, name, ...latest(), unread: unseen().length }),
    receive(message: StoredMessage, file?: Uint8Array, quotedId?: string) {
      typingSinceMs = 0
      store.add(id, { ...message, ...quoteOf(quotedId) }, file)
      changed()
      if (!isApi) void does({ delivery: { mids: [message.id], watermark: message.at } }).catch(() => {})
    },
    setTyping(on: boolean) {
      typingSinceMs = on ? Date.now() : 0
      onChange()
    },
    noteReaction(messageId: string, emoji: string) {
      const message = find(messageId)
      if (message) message.reactionOf.them = emoji
      changed()
    },
    /** The business read this message and all before it; without an id, all. */
    noteRead(messageId = all().at(-1)?.id) {
      const end = all().findIndex((message) => message.id === messageId)
      for (const message of all().slice(0, end + 1)) if (message.mine) message.tick = 'read'
      changed()
    },
  }

  function latest() {
    const last = all().at(-1)
    return { lastText: last ? summaryOf(viewOf(last)) : '', lastAt: last?.at ?? 0 }
  }
}

function viewOf({ reactionOf, isSeen: _isSeen, ...message }: StoredMessage): MessageView {
  return { ...message, reactions: [reactionOf.me, reactionOf.them].flatMap((emoji) => emoji || []) }
}

type WritingAction = Exclude<PhoneAction, { do: 'read' | 'react' | 'edit' | 'erase' | 'typing' }>
type NewWords = Omit<Words, 'message'> & { message: Partial<StoredMessage> }

async function wordsOf(
  action: WritingAction,
  find: (id: string) => StoredMessage | undefined,
  variant: number,
): Promise<NewWords> {
  const quote = 'quote' in action && action.quote ? { quote: action.quote } : {}
  switch (action.do) {
    case 'say':
      return { message: { text: action.text }, ...quote }
    case 'story':
      return { message: { text: action.text }, isStory: true, file: await demoFile('sofa', 0) }
    case 'tap': {
      const option = find(action.id)?.options?.find((one) => one.id === action.option)
      if (!option) throw new Error('Essa opção não existe mais')
      return { message: { text: option.title }, tapped: { ...option, of: action.id } }
    }
    case 'place':
      return { message: { place: location }, ...quote }
    case 'card':
      return { message: { card: contactCard }, ...quote }
    case 'image':
    case 'voice':
    case 'document': {
      const scene = sceneNames[variant % sceneNames.length] ?? 'sala'
      const file = await demoFile(
        { image: scene, voice: 'voz' as const, document: 'orçamento' as const }[action.do],
        variant,
      )
      const { kind, name, seconds = 0 } = file
      return { message: { file: { kind, name: kind === 'document' ? name : '', seconds } }, file, ...quote }
    }
    default:
      throw new Error('Isso não existe neste canal')
  }
}
