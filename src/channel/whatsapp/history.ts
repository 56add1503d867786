import {
  areJidsSameUser,
  type Contact,
  normalizeMessageContent,
  processHistoryMessage,
  proto,
  toNumber,
  type WAMessage,
} from '@whiskeysockets/baileys'
import { inflateSync } from 'node:zlib'
import type { Log } from '../../kernel/log'
import type { ChannelHost } from '../channel'
import { noteAddressBook } from './address-book'
import { filedKey } from './event-filing'
import { downloadMedia, type MediaHosts } from './media'
import type { Socket } from './socket.types'
import { encodePayload } from './payload'

interface HistoryOptions {
  host: ChannelHost
  socket: Socket
  media: MediaHosts
  log: Log
}

/** Messages filed per transaction, so that a long history does not block others. */
const filedAtOnce = 200

/**
 * Files the history that the phone sends to a newly linked device. Messages newer than the last one seen arrived while
 * no device was linked and are treated as new. Older ones are kept only if an import requested them.
 */
export async function fileHistory(message: WAMessage, { host, socket, media, log }: HistoryOptions) {
  const notice = normalizeMessageContent(message.message)?.protocolMessage?.historySyncNotification
  if (!notice || !message.key.fromMe) return
  try {
    const { messages, lidPnMappings, contacts } = processHistoryMessage(
      proto.HistorySync.decode(await read(notice, media)),
    )
    if (lidPnMappings.length > 0) await socket.signalRepository.lidMapping.storeLIDPNMappings(lidPnMappings)
    learnOwnName(socket, contacts)
    const own = [socket.user?.id, socket.user?.lid]
    await noteAddressBook(() => host.context(), host.connectionId, knownContacts(contacts), { hasChat: true, own })
    const { newAfterMs, sinceMs } = host.past()
    const wanted = messages.flatMap((each) => historyPayload(each, newAfterMs, sinceMs))
    wanted.sort((a, b) => a.at - b.at)
    for (let start = 0; start < wanted.length; start += filedAtOnce) {
      host.file(wanted.slice(start, start + filedAtOnce).map(encodePayload))
      await new Promise((resolve) => setImmediate(resolve))
    }
  } catch (error) {
    log.warn('WhatsApp: the history could not be read', { connection: host.connectionId, error })
  }
}

/** Chats contain names saved on the phone; names that people chose arrive separately. */
const knownContacts = (contacts: readonly Contact[]) =>
  contacts.filter(({ notify, verifiedName }) => !notify && !verifiedName)

/** The account must know its own name to appear online. */
function learnOwnName(socket: Socket, contacts: readonly Contact[]) {
  const me = socket.user
  const own = contacts.find(({ id, notify }) => notify && areJidsSameUser(id, me?.id))
  if (me && own?.notify && own.notify !== me.name) socket.ev.emit('creds.update', { me: { ...me, name: own.notify } })
}

async function read(notice: proto.Message.IHistorySyncNotification, media: MediaHosts) {
  const inline = notice.initialHistBootstrapInlinePayload
  if (inline?.length) return inflateSync(inline)
  const sealed = await downloadMedia(
    {
      type: 'md-msg-hist',
      mediaKey: Buffer.from(notice.mediaKey ?? []).toString('base64'),
      directPath: notice.directPath ?? undefined,
    },
    media,
  )
  if (sealed === 'missing') throw new Error('The history is no longer on the server')
  return inflateSync(sealed)
}

function historyPayload(message: proto.IWebMessageInfo, newAfterMs: number, sinceMs: number | undefined) {
  const { key, message: content, messageTimestamp, pushName } = message
  const at = toNumber(messageTimestamp)
  const isNew = newAfterMs > 0 && at * 1000 > newAfterMs
  const isAsked = sinceMs !== undefined && at * 1000 >= sinceMs
  if (!key?.id || !key.remoteJid || !content || (!isNew && !isAsked)) return []
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
