import { jidDecode, type WAMessageKey, type WASocket, type proto, type WAMessage } from '@whiskeysockets/baileys'
import { phoneKey } from '../../../kernel/text/phone-number'
import { type Address, type Channel, ChannelError, type Party, type Content } from '../../channel'
import { relayError, readBoom } from '../session/deliver'
import { downloadPlain, downloadMedia, type MediaHosts } from './media'
import { addressOf, partyOf } from '../receive/normalise'
import type { ChannelParts } from '../session/channel-parts'
import { objectOf, textOf } from '../../../kernel/untyped-json.contract'
import type { WritePiece } from '../../../kernel/outgoing/guarded-fetch'
import type { MediaSource } from '../receive/message-content'
import { createLeastRecentlyUsed } from '../least-recently-used'

/** Holds the address book. */
const contactCollection = 'critical_unblock_low'
const pictureTimeoutMs = 10_000

export function lookupMethods(parts: ChannelParts) {
  const { options } = parts
  const presence = createPresence(options.onlineMs)

  /** Queries send nothing, so every failure may be retried. */
  async function ask<T>(work: (socket: WASocket) => Promise<T>): Promise<T> {
    const { socket, whileOpen } = parts.linked()
    try {
      return await whileOpen(work(socket))
    } catch (error) {
      const { reason, message } = relayError(error)
      throw new ChannelError(reason === 'uncertain' ? 'offline' : reason, message)
    }
  }

  return {
    markRead: (keys, played) =>
      ask(async (socket) => {
        const marked = [...keys] as WAMessageKey[]
        await presence.watch(
          socket,
          marked.map(({ remoteJid }) => remoteJid ?? ''),
        )
        if (played) await socket.sendReceipts(marked, 'played')
        else await socket.readMessages(marked)
      }),
    setTyping: (to, state) =>
      ask(async (socket) => {
        await presence.appearOnline(socket)
        await socket.sendPresenceUpdate(state, jidOf(to))
      }),
    watchTyping: (to) => ask((socket) => presence.watch(socket, [jidOf(to)])),
    // Files are on other servers, reachable while the session is down.
    fetchMedia: (content, key, write) => fetchMedia(content, key, parts.session()?.socket, options.media, write),
    checkNumbers: (numbers) => ask((socket) => partiesOfNumbers(socket, numbers)),
    fetchPicture: (of) =>
      ask(async (socket) => {
        // Refused for hidden pictures and contacts without one.
        const url = await socket.profilePictureUrl(jidOf(of), 'image', pictureTimeoutMs).catch(() => undefined)
        return url ? downloadPlain(url, options.media) : undefined
      }),
    syncAddressBook: () => ask((socket) => socket.resyncAppState([contactCollection], false)),
    rejectCall: (callId, caller) => ask((socket) => socket.rejectCall(callId, jidOf(caller))),
    setBlocked: (of, blocked) => ask((socket) => setBlocked(socket, of, blocked)),
    listBlocked: () => ask(listBlocked),
  } satisfies Partial<Channel>
}

async function partiesOfNumbers(socket: WASocket, numbers: readonly string[]) {
  const found = (await socket.onWhatsApp(...numbers)) ?? []
  // The answer omits numbers without an account, and may differ in the ninth digit.
  const byPhone = new Map(found.map((each) => [phoneKey(jidDecode(each.jid)?.user ?? ''), each]))
  const requested = new Set(numbers.map(phoneKey))
  // Mexico's and Argentina's may differ, so the rest is asked singly.
  const hasOthers = [...byPhone.keys()].some((key) => !requested.has(key))
  const parties: (Party | undefined)[] = []
  for (const number of numbers) {
    const known = numbers.length === 1 ? found[0] : byPhone.get(phoneKey(number))
    const alone = known || !hasOthers ? known : (await socket.onWhatsApp(number))?.[0]
    parties.push(await partyOfNumber(socket, alone))
  }
  return parties
}

/** WhatsApp wants LID and number: Baileys looks up the missing one, or fails with 400. */
async function setBlocked(socket: WASocket, of: Address, blocked: boolean) {
  try {
    await socket.updateBlockStatus(jidOf(of), blocked ? 'block' : 'unblock')
  } catch (error) {
    if (readBoom(error).statusCode === 400) throw new ChannelError('refused', 'WhatsApp does not know this person')
    throw error
  }
}

/** WhatsApp lists LIDs; a contact that never wrote may be known by number only. */
async function listBlocked(socket: WASocket) {
  const parties: Party[] = []
  for (const jid of await socket.fetchBlocklist()) {
    const isLid = addressOf(jid)?.kind === 'lid'
    const phone = jid && isLid ? await socket.signalRepository.lidMapping.getPNForLID(jid).catch(() => null) : null
    const party = partyOf([jid, phone])
    if (party) parties.push(party)
  }
  return parties
}

async function partyOfNumber(socket: WASocket, found: { jid: string; exists: boolean } | undefined) {
  if (!found?.exists) return undefined
  const lid = await socket.signalRepository.lidMapping.getLIDForPN(found.jid).catch(() => null)
  return partyOf([found.jid, lid])
}

const resendTimeoutMs = 30_000

/** The phone uploads again what the servers have dropped. */
async function fetchMedia(
  content: Extract<Content, { source: unknown }>,
  key: WAMessageKey,
  socket: WASocket | undefined,
  hosts: MediaHosts,
  write: WritePiece,
): Promise<void> {
  // Stored by `message-content.ts`, which made it a MediaSource.
  const source = content.source as unknown as MediaSource
  if (await downloadMedia(source, hosts, write)) return
  if (await downloadMedia(await requestResend(source, key, socket), hosts, write)) return
  throw new ChannelError('refused', 'The file no longer exists')
}

const partOfType: Record<Exclude<MediaSource['type'], 'md-msg-hist'>, keyof proto.IMessage> = {
  image: 'imageMessage',
  video: 'videoMessage',
  audio: 'audioMessage',
  ptt: 'audioMessage',
  document: 'documentMessage',
  sticker: 'stickerMessage',
}

async function requestResend(
  source: MediaSource,
  key: WAMessageKey,
  socket: WASocket | undefined,
): Promise<MediaSource> {
  if (!socket?.ws.isOpen) throw new ChannelError('offline', 'Not connected to WhatsApp')
  if (source.type === 'md-msg-hist') throw new ChannelError('refused', 'The history is not sent twice')
  const part = partOfType[source.type]
  const { directPath, url } = source
  const message = { key, message: { [part]: { mediaKey: Buffer.from(source.mediaKey, 'base64'), directPath, url } } }
  const timeout = Bun.sleep(resendTimeoutMs).then(() => {
    throw new ChannelError('offline', 'The phone has not sent the file again')
  })
  try {
    const updated = await Promise.race([socket.updateMediaMessage(message as WAMessage), timeout])
    const { directPath: fresh } = objectOf(updated.message?.[part])
    return { ...source, directPath: textOf(fresh) || directPath, url: undefined }
  } catch (error) {
    if (error instanceof ChannelError) throw error
    const { message: text, statusCode } = readBoom(error)
    const isMissing = statusCode === 404 || statusCode === 412 || statusCode === 418
    throw new ChannelError(isMissing ? 'refused' : 'offline', text ?? 'The phone cannot send the file again')
  }
}

const watchedMax = 200
const onlineDefaultMs = 60_000

/** The server reports typing only to online accounts; permanent presence would mute the phone. */
function createPresence(onlineMs = onlineDefaultMs) {
  const watched = createLeastRecentlyUsed<WASocket>(watchedMax)
  let online: WASocket | undefined
  let leaving: Timer | undefined

  function leave(socket: WASocket) {
    online = undefined
    // The server may forget subscriptions while the account is offline.
    watched.clear()
    // Otherwise the connection is lost, and the account offline anyway.
    if (socket.ws.isOpen) socket.sendPresenceUpdate('unavailable').catch(() => {})
  }

  async function appearOnline(socket: WASocket) {
    clearTimeout(leaving)
    leaving = setTimeout(() => leave(socket), onlineMs).unref()
    // Baileys sends nothing before it knows the account's name.
    if (online === socket || !socket.authState.creds.me?.name) return
    online = socket
    await socket.sendPresenceUpdate('available')
  }

  return {
    appearOnline,
    /** Typing is reported per chat, on subscription only. */
    async watch(socket: WASocket, jids: Iterable<string>) {
      await appearOnline(socket)
      if (online !== socket) return
      for (const jid of new Set(jids)) {
        if (!jid || watched.get(jid) === socket) continue
        watched.set(jid, socket)
        await socket.presenceSubscribe(jid)
      }
    },
  }
}

export function jidOf({ kind, value }: Address) {
  switch (kind) {
    case 'phone':
      return `${value}@s.whatsapp.net`
    case 'lid':
      return `${value}@lid`
    case 'group':
      return `${value}@g.us`
    case 'page-scoped':
    case 'bsuid':
      throw new Error(`WhatsApp Web has no ${kind} addresses`)
  }
}
