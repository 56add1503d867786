import type { proto } from '@whiskeysockets/baileys'
import type { ChatMessage, Phone, Recipient, SendOptions, WhatsAppServer } from './whatsapp-server.types'

interface Command {
  number?: string
  name?: string
  lid?: string
  addressing?: 'pn' | 'lid'
  qr?: string
  code?: string
  to?: string
  text?: string
  /** For a single message. A repeated id is the same message. */
  id?: string
  texts?: string[]
  emoji?: string
  messageId?: string
  /** Base64 of a file to send, or of a profile picture. */
  file?: string
  kind?: 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker'
  mimetype?: string
  fileName?: string
  caption?: string
  latitude?: number
  longitude?: number
  state?: 'online' | 'offline' | 'typing' | 'recording' | 'paused'
  error?: number
  ms?: number
  on?: boolean
  subject?: string
  members?: string[]
}

type Handler = (server: WhatsAppServer, command: Command) => unknown

const COMMANDS: Record<string, Handler> = {
  people: (server, { number, name, lid, addressing }) =>
    describePhone(server.phone(required(number), { name, lid, addressing })),
  scan: async (server, { number, qr }) => describeAccount(await phoneOf(server, number).scan(required(qr))),
  link: async (server, { number, code }) => describeAccount(await phoneOf(server, number).typeLinkCode(required(code))),
  unlink: (server, { number }) => server.account(required(number)).unlink(),
  accounts: (server) => server.accounts.map(describeAccount),
  say: async (server, command) => describeMessages(await say(server, command)),
  send: async (server, command) => describeMessages([await sendFile(server, command)]),
  location: async (server, { number, to, latitude = 0, longitude = 0, name }) =>
    describeMessages([await phoneOf(server, number).sendLocation(required(to), { latitude, longitude, name })]),
  react: async (server, { number, messageId, emoji = '' }) =>
    describeMessages([await phoneOf(server, number).react(known(server, number, messageId), emoji)]),
  edit: async (server, { number, messageId, text }) =>
    describeMessages([await phoneOf(server, number).edit(known(server, number, messageId), required(text))]),
  revoke: async (server, { number, messageId }) =>
    describeMessages([await phoneOf(server, number).revoke(known(server, number, messageId))]),
  read: (server, { number, messageId }) => phoneOf(server, number).markRead(known(server, number, messageId)),
  inbox: (server, { number }) => describeInbox(phoneOf(server, number)),
  receipts: (server, { number }) => phoneOf(server, number).receipts,
  presence: (server, { number, to, state }) => changePresence(phoneOf(server, number), to ?? '', state),
  picture: (server, { number, file }) => phoneOf(server, number).setPicture(Buffer.from(required(file), 'base64')),
  call: async (server, { number, to }) => ({ id: (await phoneOf(server, number).call(required(to))).id }),
  group: async (server, { number, subject, members, addressing }) => {
    const wanted = { subject: required(subject), creator: required(number), members: members ?? [], addressing }
    return { jid: (await server.createGroup(wanted)).jid }
  },
  drop: (server) => server.dropConnections(),
  silence: (server, { on = true }) => (on ? server.silence() : server.speak()),
  slow: (server, { ms = 0 }) => server.slow(ms),
  reorder: (server, { on }) => server.reorder(on),
  refuse: (server, { error }) => (error ? server.refuseMessages(error) : server.acceptMessages()),
  'stream-error': (server, { number, error = 503 }) => server.account(required(number)).streamError(error),
  replay: (server, { number }) => ({ stanzas: server.replay(server.account(required(number))) }),
}

/** Answers `POST /control/<command>` with a JSON body, for demos and tests in other processes. */
export async function answerControl(server: WhatsAppServer, request: Request): Promise<Response> {
  const name = /^\/control\/([a-z-]+)$/.exec(new URL(request.url).pathname)?.[1]
  const handler = name ? COMMANDS[name] : undefined
  if (!handler || request.method !== 'POST') return Response.json({ error: 'No such command' }, { status: 404 })
  try {
    const body = await request.text()
    const result = await handler(server, body ? (JSON.parse(body) as Command) : {})
    return Response.json(result ?? { done: true })
  } catch (error) {
    return Response.json({ error: error instanceof Error ? error.message : String(error) }, { status: 400 })
  }
}

function required<T>(value: T | undefined): T {
  if (value === undefined || value === '') throw new Error('A field is missing')
  return value
}

function phoneOf(server: WhatsAppServer, number: string | undefined): Phone {
  return server.phone(required(number))
}

function known(server: WhatsAppServer, number: string | undefined, messageId: string | undefined): ChatMessage {
  const message = phoneOf(server, number).message(required(messageId))
  if (!message) throw new Error(`${number} has no message ${messageId}`)
  return message
}

function say(
  server: WhatsAppServer,
  { number, to, text, texts, addressing, messageId, id }: Command,
): Promise<ChatMessage[]> {
  const options: SendOptions = { addressing, ...(id ? { id } : {}) }
  if (messageId) options.quoted = known(server, number, messageId)
  return phoneOf(server, number).sayMany(required(to), texts ?? [required(text)], options)
}

function sendFile(server: WhatsAppServer, command: Command): Promise<ChatMessage> {
  const { number, kind = 'document', mimetype, caption, fileName = 'file' } = command
  const phone = phoneOf(server, number)
  const to: Recipient = required(command.to)
  const media = { bytes: Buffer.from(required(command.file), 'base64'), mimetype, caption }
  switch (kind) {
    case 'image':
      return phone.sendImage(to, media)
    case 'video':
      return phone.sendVideo(to, media)
    case 'sticker':
      return phone.sendSticker(to, media)
    case 'audio':
    case 'voice':
      return phone.sendAudio(to, { ...media, voice: kind === 'voice' })
    case 'document':
      return phone.sendDocument(to, { ...media, fileName })
  }
}

function changePresence(phone: Phone, to: string, state: Command['state']): Promise<void> {
  switch (state) {
    case 'online':
      return phone.goOnline()
    case 'offline':
      return phone.goOffline()
    case 'typing':
      return phone.startTyping(to)
    case 'recording':
      return phone.startRecording(to)
    default:
      return phone.stopTyping(to)
  }
}

function describePhone({ number, jid, lid, name }: Phone) {
  return { number, jid, lid, name }
}

function describeAccount(account: WhatsAppServer['accounts'][number]) {
  const { number, jid, lid, deviceJid, connected, unacknowledged, logins } = account
  return { number, jid, lid, deviceJid, connected, unacknowledged, logins }
}

function describeInbox(phone: Phone) {
  return phone.inbox.map((message) => ({ ...describe(message), deliveries: phone.deliveries(message.id) }))
}

function describeMessages(messages: readonly ChatMessage[]) {
  return messages.map(describe)
}

function describe({ message, ...known }: ChatMessage) {
  return { ...known, kind: kindOf(message) }
}

function kindOf(message: proto.IMessage): string | undefined {
  return Object.entries(message).find(([key, part]) => part && key !== 'messageContextInfo')?.[0]
}
