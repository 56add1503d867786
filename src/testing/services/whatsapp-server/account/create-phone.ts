import { changePicture } from '../answer/answer-picture'
import {
  contactContent,
  editContent,
  locationContent,
  reactionContent,
  revokeContent,
  textContent,
  withContext,
} from '../message/compose-message'
import { createAccount } from './create-account'
import { placeCall } from '../connection/handle-call'
import { announceChatState, announcePresence } from '../connection/handle-presence'
import { lidJid, phoneNumberJid } from '../jids'
import { linkByCode } from '../pairing/link-by-code'
import { linkByQr } from '../pairing/link-device'
import { recipientJid, freshIdentity } from './people'
import { innerContent, phoneState } from './phone-state'
import { sendReceipts } from '../phone/receipts-from-phone'
import { ownerOf, sendFromPhone } from '../phone/send-from-phone'
import { DEFAULT_WAIT_MS } from '../wait-until'
import type {
  ChatMessage,
  Phone,
  Recipient,
  SendOptions,
  AudioInput,
  DocumentInput,
  MediaInput,
} from '../whatsapp-server.types'
import { type World, companionsOf, deviceKey, nextStanzaId } from './world'
import type { proto } from '@whiskeysockets/baileys'
import { mediaPartOf } from '../media/media-part'
import { downloadOnPhone, uploadFromPhone } from '../media/media-store'
import { deliver } from '../message/mailbox'
import { node, unixSeconds } from '../nodes'
import { unlinkCompanion } from '../pairing/unlink'
import type { Person } from './server-records.types'

export function createPhone(world: World, number: string): Phone {
  const state = phoneState(world, number)
  const owner = () => ownerOf(world, state)
  const changeOwner = async (change: Partial<ReturnType<typeof owner>>) => {
    world.people.set(number, Object.assign(owner(), change))
    world.store.flush()
  }
  const phone: Phone = {
    number,
    jid: phoneNumberJid(number),
    get lid() {
      return lidJid(owner().lidUser)
    },
    get name() {
      return owner().name
    },
    get inbox() {
      return state.messages.filter((message) => !message.fromMe)
    },
    get messages() {
      return state.messages
    },
    ...sendingActions(world, number),
    ...seenThings(world, number),
    markDelivered: async (...messages) => sendReceipts(world, state, 'delivered', messages),
    markRead: async (...messages) => sendReceipts(world, state, 'read', messages),
    markPlayed: async (message) => sendReceipts(world, state, 'played', [message]),
    goOnline: async () => announcePresence(world, owner(), true),
    goOffline: async () => announcePresence(world, owner(), false),
    startTyping: async (to) => announceChatState(world, owner(), recipientJid(to), 'composing'),
    startRecording: async (to) => announceChatState(world, owner(), recipientJid(to), 'recording'),
    stopTyping: async (to) => announceChatState(world, owner(), recipientJid(to), 'paused'),
    call: async (to, options) => placeCall(world, owner(), recipientJid(to), options?.video ?? false),
    setName: (name) => changeOwner({ name }),
    setAbout: (about) => changeOwner({ about }),
    setPicture: async (bytes) => void changePicture(world, owner(), bytes),
    removePicture: async () => void changePicture(world, owner(), undefined),
    loseSessions: () => state.signal.forgetEverySession(),
    reinstall: async () => reinstall(world, owner()),
    uninstall: () => changeOwner({ installed: false }),
    scan: async (qr) => createAccount(world, await linkByQr(world, owner(), qr), phone),
    typeLinkCode: async (code) => createAccount(world, await linkByCode(world, owner(), code), phone),
  }
  return phone
}

type SendingActions = Pick<
  Phone,
  | 'say'
  | 'sayMany'
  | 'sendImage'
  | 'sendVideo'
  | 'sendAudio'
  | 'sendDocument'
  | 'sendSticker'
  | 'sendLocation'
  | 'sendContact'
  | 'react'
  | 'edit'
  | 'revoke'
  | 'forward'
  | 'send'
  | 'download'
>

function sendingActions(world: World, number: string): SendingActions {
  const state = phoneState(world, number)
  const send = (to: Recipient, content: Parameters<Phone['send']>[1], options: SendOptions = {}) =>
    sendFromPhone(world, state, recipientJid(to), withContext(content, options), options)
  return {
    send,
    say: (to, text, options) => send(to, textContent(text), options),
    sayMany: (to, texts, options) => Promise.all(texts.map((text) => send(to, textContent(text), options))),
    sendImage: async (to, image, options) => send(to, await imageContent(world, image), options),
    sendVideo: async (to, video, options) => send(to, await videoContent(world, video), options),
    sendAudio: async (to, audio, options) => send(to, await audioContent(world, audio), options),
    sendDocument: async (to, document, options) => send(to, await documentContent(world, document), options),
    sendSticker: async (to, sticker, options) => send(to, await stickerContent(world, sticker), options),
    sendLocation: (to, location, options) => send(to, locationContent(location), options),
    sendContact: (to, contact, options) => send(to, contactContent(contact), options),
    react: (message, emoji, options) => send(message.chat, reactionContent(message, emoji), options),
    edit: (message, text, options) => send(message.chat, editContent(message, text), options),
    revoke: (message, options) => send(message.chat, revokeContent(message), options),
    forward: (to, message) => send(to, innerContent(message.message), { forwarded: true }),
    download: (message) => downloadMessage(world, message),
  }
}

type SeenThings = Pick<
  Phone,
  'received' | 'message' | 'deliveries' | 'receipts' | 'receiptSeen' | 'presences' | 'presenceSeen'
>

function seenThings(world: World, number: string): SeenThings {
  const state = phoneState(world, number)
  const until = <T>(look: () => T | undefined, timeoutMs: number | undefined, what: string) =>
    world.watch.until(look, timeoutMs ?? DEFAULT_WAIT_MS, `${what} on ${number}`)
  return {
    received: (predicate: (message: ChatMessage) => boolean = () => true, timeoutMs) =>
      until(() => state.messages.find((message) => !message.fromMe && predicate(message)), timeoutMs, 'a message'),
    message: (id) => state.byId.get(id),
    deliveries: (messageId) => state.deliveries.get(messageId) ?? 0,
    receipts: state.receipts,
    receiptSeen: (messageId, kind, timeoutMs) => {
      const look = () => state.receipts.find((seen) => seen.messageId === messageId && seen.kind === kind)
      return until(look, timeoutMs, `the ${kind} receipt of ${messageId}`)
    },
    presences: state.presences,
    presenceSeen: (wanted, timeoutMs) =>
      until(() => state.presences.findLast(({ state: seen }) => seen === wanted), timeoutMs, `presence ${wanted}`),
  }
}

async function imageContent(world: World, image: MediaInput): Promise<proto.IMessage> {
  const { bytes, mimetype = 'image/jpeg', caption } = image
  return { imageMessage: { ...(await uploadFromPhone(world, bytes, 'image')), mimetype, caption } }
}

async function videoContent(world: World, video: MediaInput): Promise<proto.IMessage> {
  const { bytes, mimetype = 'video/mp4', caption } = video
  return { videoMessage: { ...(await uploadFromPhone(world, bytes, 'video')), mimetype, caption } }
}

async function audioContent(world: World, audio: AudioInput): Promise<proto.IMessage> {
  const { bytes, voice = false, seconds } = audio
  const mimetype = audio.mimetype ?? (voice ? 'audio/ogg; codecs=opus' : 'audio/mpeg')
  return { audioMessage: { ...(await uploadFromPhone(world, bytes, 'audio')), mimetype, ptt: voice, seconds } }
}

async function documentContent(world: World, document: DocumentInput): Promise<proto.IMessage> {
  const { bytes, mimetype = 'application/octet-stream', caption, fileName } = document
  const reference = await uploadFromPhone(world, bytes, 'document')
  const content = { documentMessage: { ...reference, mimetype, fileName, title: fileName, caption } }
  // Phones wrap a document that has a caption.
  return caption ? { documentWithCaptionMessage: { message: content } } : content
}

async function stickerContent(world: World, sticker: MediaInput): Promise<proto.IMessage> {
  const { bytes, mimetype = 'image/webp' } = sticker
  return { stickerMessage: { ...(await uploadFromPhone(world, bytes, 'sticker')), mimetype } }
}

async function downloadMessage(world: World, message: ChatMessage): Promise<Uint8Array> {
  const media = mediaPartOf(message.message)
  if (!media) throw new Error(`Message ${message.id} has no media`)
  return downloadOnPhone(world, media.part, media.type)
}

/** Gives a new identity key, no sessions and no linked devices; other devices are notified. */
function reinstall(world: World, person: Person): void {
  Object.assign(person, freshIdentity(), { installed: true, appStateKey: undefined })
  world.people.set(person.number, person)
  phoneState(world, person.number).signal.forgetEverything()
  for (const companion of companionsOf(world, person.number)) unlinkCompanion(world, deviceKey(companion))
  for (const companion of world.companions.values()) {
    if (companion.unlinked) continue
    const from = phoneNumberJid(person.number)
    const attributes = { from, type: 'encrypt', id: nextStanzaId(world), t: unixSeconds() }
    deliver(world, companion, node('notification', attributes, [node('identity')]))
  }
  world.store.flush()
}
