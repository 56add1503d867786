import {
  areJidsSameUser,
  type Contact,
  proto,
  toNumber,
  processHistoryMessage,
  type WASocket,
} from '@whiskeysockets/baileys'
import { inflate } from 'node:zlib'
import { promisify } from 'node:util'
import { nextTurn } from '../../../kernel/company/batches'
import { createLoop } from '../../../kernel/job/loop'
import type { Log } from '../../../kernel/log'
import type { AnnouncedHistory, HistoryNotice } from '../../channel-driver'
import { knownContact } from '../line/line-calls'
import type { MainThread } from '../line/main-thread'
import { filedKey } from '../session/event-filing'
import { downloadMedia, type MediaHosts } from '../send/media'
import { encodePayload, type Payload } from './payload'
import { tryDecodeFields, encodeFields, type Field } from '../signal/protobuf'

interface HistoryOptions {
  main: MainThread
  socket: WASocket
  media: MediaHosts
  log: Log
  isOpen(): boolean
}

const filedAtOnce = 200
const inflateBytes = promisify(inflate)

export function createHistoryReader(options: HistoryOptions) {
  const { main, log } = options
  let timer: Timer | undefined

  async function readNext() {
    const notice = options.isOpen() ? await main.ask('nextHistory') : undefined
    if (!notice) return undefined
    try {
      await readPart(notice, options)
    } catch (error) {
      if (!options.isOpen()) return undefined
      log.warn('WhatsApp: the past could not be read', { ...main.ids, error })
      const afterMs = await main.ask('postponeHistory', notice, error instanceof Error ? error.message : '')
      if (afterMs !== undefined) timer = setTimeout(wake, afterMs)
    }
    return 0
  }

  const { wake, end } = createLoop(readNext, (error) =>
    log.error('WhatsApp: the past could not be kept', { ...main.ids, error }),
  )

  return {
    read: wake,
    end() {
      clearTimeout(timer)
      void end()
    },
  }
}

/** Messages after the last one seen arrived without a linked device and are new. Older ones are kept for an import. */
async function readPart({ id, notice, done }: HistoryNotice, options: HistoryOptions) {
  const { main, socket, media } = options
  const bytes = await read(proto.Message.HistorySyncNotification.decode(Buffer.from(notice, 'base64')), media)
  const { messages, lidPnMappings, contacts, chats } = await readHistory(bytes)
  if (lidPnMappings.length > 0) await socket.signalRepository.lidMapping.storeLIDPNMappings(lidPnMappings)
  learnOwnName(socket, contacts)
  const own = [socket.user?.id, socket.user?.lid]
  await main.ask('noteContacts', knownContacts(contacts).map(knownContact), { hasChat: true, own })
  const groups = chats.flatMap(groupPayload)
  if (done >= messages.length) main.tell('dropHistory', id)
  let filed = done
  while (filed < messages.length) {
    const window = options.isOpen() ? await main.ask('historyWindow') : undefined
    if (!window) return
    const end = Math.min(filed + filedAtOnce, messages.length)
    const payloads = messages.slice(filed, end).flatMap((each) => historyPayload(each, window))
    const old = [...namesOf(payloads, groups), ...payloads.filter(({ history }) => history).map(encodePayload)]
    const fresh = payloads.filter(({ history }) => !history).map(encodePayload)
    const isLast = end === messages.length
    if (await main.ask('fileHistory', { id, done: end, isLast, old, fresh, window })) filed = end
  }
}

function namesOf(payloads: readonly HistoryPayload[], groups: readonly GroupPayload[]) {
  const importedChats = new Set(payloads.filter(({ history }) => history).map(({ key }) => key.remoteJid))
  const named = new Map(groups.filter(({ id }) => importedChats.has(id)).map((group) => [group.id, group]))
  return [...named.values()].map(encodePayload)
}

type GroupPayload = Extract<Payload, { t: 'group' }>

function groupPayload({ id, name }: proto.IConversation): GroupPayload[] {
  return id && name && id.endsWith('@g.us') ? [{ t: 'group', id, subject: name }] : []
}

/** Names saved on the phone; those people chose arrive separately. */
const knownContacts = (contacts: readonly Contact[]) =>
  contacts.filter(({ notify, verifiedName }) => !notify && !verifiedName)

/** The account must know its own name to appear online. */
function learnOwnName(socket: WASocket, contacts: readonly Contact[]) {
  const me = socket.user
  const own = contacts.find(({ id, notify }) => notify && areJidsSameUser(id, me?.id))
  if (me && own?.notify && own.notify !== me.name) socket.ev.emit('creds.update', { me: { ...me, name: own.notify } })
}

async function read(notice: proto.Message.IHistorySyncNotification, media: MediaHosts): Promise<Buffer> {
  const inline = notice.initialHistBootstrapInlinePayload
  if (inline?.length) return inflateBytes(inline)
  const pieces: Uint8Array[] = []
  const isThere = await downloadMedia(
    {
      type: 'md-msg-hist',
      mediaKey: Buffer.from(notice.mediaKey ?? []).toString('base64'),
      directPath: notice.directPath ?? undefined,
    },
    media,
    async (piece) => void pieces.push(piece),
  )
  if (!isThere) throw new Error('The history is no longer on the server')
  return inflateBytes(Buffer.concat(pieces))
}

type HistoryPayload = ReturnType<typeof historyPayload>[number]

function historyPayload(
  message: proto.IWebMessageInfo,
  { newAfterMs, wanted }: ReturnType<AnnouncedHistory['window']>,
) {
  const { key, message: content, messageTimestamp, pushName } = message
  const at = toNumber(messageTimestamp)
  const isNew = newAfterMs > 0 && at * 1000 > newAfterMs
  if (!key?.id || !key.remoteJid || !content || (!isNew && !isWanted(key.remoteJid, at * 1000, wanted))) return []
  const body = Buffer.from(proto.Message.encode(content).finish()).toString('base64')
  return [
    {
      t: 'message' as const,
      key: filedKey(key, message),
      at,
      name: pushName ?? undefined,
      body,
      ...(isNew ? {} : { history: true as const }),
    },
  ]
}

function isWanted(chat: string, atMs: number, wanted: ReturnType<AnnouncedHistory['window']>['wanted']) {
  if (!wanted || atMs < wanted.sinceMs || atMs >= wanted.untilMs) return false
  return wanted.groups || !chat.endsWith('@g.us')
}

/** Decoded in one turn, in a few milliseconds. */
const partBytes = 128 * 1024

const [syncType, conversations, conversationMessages] = [1, 2, 2]

type History = Pick<ReturnType<typeof processHistoryMessage>, 'messages' | 'contacts' | 'chats' | 'lidPnMappings'>

/** Oldest first. Many megabytes, so many turns of the event loop. */
export async function readHistory(bytes: Uint8Array): Promise<History> {
  const history: History = { messages: [], contacts: [], chats: [], lidPnMappings: [] }
  for (const piece of splitHistory(bytes)) {
    const { messages, contacts, chats, lidPnMappings } = processHistoryMessage(proto.HistorySync.decode(piece))
    for (const message of messages) history.messages.push(message)
    for (const contact of contacts) history.contacts.push(contact)
    for (const chat of chats) history.chats.push(chat)
    for (const mapping of lidPnMappings) history.lidPnMappings.push(mapping)
    await nextTurn()
  }
  const timed = history.messages.map((message) => ({ message, at: toNumber(message.messageTimestamp) }))
  timed.sort((a, b) => a.at - b.at)
  return { ...history, messages: timed.map(({ message }) => message) }
}

function* splitHistory(bytes: Uint8Array): Generator<Uint8Array> {
  // Undefined for fields that cannot be split; Baileys decodes those as a whole.
  const fields = tryDecodeFields(bytes)
  if (bytes.length <= partBytes || !fields) return yield bytes
  const kind = fields.filter(([number]) => number === syncType)
  yield encodeFields(fields.filter(([number]) => number !== conversations))
  const chats = fields.filter(([number]) => number === conversations).flatMap(splitConversation)
  for (const group of groupsOf(chats)) yield encodeFields([...kind, ...group])
}

function splitConversation(conversation: Field): Field[] {
  const [number, bytes] = conversation
  const fields = typeof bytes !== 'number' && bytes.length > partBytes ? tryDecodeFields(bytes) : undefined
  if (!fields) return [conversation]
  const rest = fields.filter(([each]) => each !== conversationMessages)
  const messages = fields.filter(([each]) => each === conversationMessages)
  return groupsOf(messages).map((group): Field => [number, encodeFields([...rest, ...group])])
}

function groupsOf(fields: readonly Field[]): Field[][] {
  const groups: Field[][] = []
  let size = Infinity
  for (const field of fields) {
    const length = typeof field[1] === 'number' ? 0 : field[1].length
    if (size + length > partBytes) {
      groups.push([])
      size = 0
    }
    groups.at(-1)?.push(field)
    size += length
  }
  return groups
}
