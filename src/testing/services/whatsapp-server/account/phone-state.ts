import type { StoredMessage, PhoneState } from './phone-state.types'
import { proto, generateSignalPubKey, type KeyPair } from '@whiskeysockets/baileys'
import type { ChatMessage } from '../whatsapp-server.types'
import type { World } from './world'
import type { SignalStore } from '../signal/signal-store.types'
import { SenderKeyRecord } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-record.js'
import { SessionRecord } from 'libsignal'
import type { Collection } from './state-store'

export function phoneState(world: World, number: string): PhoneState {
  const open = world.phones.get(number)
  if (open) return open
  const state: PhoneState = {
    number,
    signal: openSignalStore(world, number),
    messages: [],
    byId: new Map(),
    deliveries: new Map(),
    receipts: [],
    presences: [],
    calls: new Map(),
    online: false,
    sending: Promise.resolve(),
    stored: world.store.collection(`message/${number}`),
  }
  for (const stored of state.stored.values()) remember(state, fromStored(stored))
  world.phones.set(number, state)
  return state
}

export function keepMessage(state: PhoneState, message: ChatMessage): void {
  remember(state, message)
  const { id, chat, from, fromMe, at, addressedTo, addressing } = message
  const content = proto.Message.encode(message.message).finish()
  const position = `${state.messages.length}`
  state.stored.set(position, { id, chat, from, fromMe, at, addressedTo, addressing, content })
}

function remember(state: PhoneState, message: ChatMessage): void {
  state.messages.push(message)
  state.byId.set(message.id, message)
  if (!message.fromMe) state.deliveries.set(message.id, (state.deliveries.get(message.id) ?? 0) + 1)
}

function fromStored(stored: StoredMessage): ChatMessage {
  const { content, ...known } = stored
  return describeMessage({ ...known, message: proto.Message.decode(content) })
}

type UndescribedMessage = Omit<ChatMessage, 'text' | 'quotedId' | 'forwarded'>

export function describeMessage(message: UndescribedMessage): ChatMessage {
  const content = innerContent(message.message)
  const context = contextOf(content)
  return {
    ...message,
    text: textOf(content),
    quotedId: context?.stanzaId ?? undefined,
    forwarded: context?.isForwarded === true,
  }
}

/** Unwraps edits and ephemeral, view-once and captioned-document envelopes. */
export function innerContent(message: proto.IMessage): proto.IMessage {
  const envelope =
    message.ephemeralMessage ??
    message.viewOnceMessage ??
    message.viewOnceMessageV2 ??
    message.documentWithCaptionMessage ??
    message.editedMessage
  return envelope?.message ? innerContent(envelope.message) : message
}

function textOf(content: proto.IMessage): string | undefined {
  const edited = content.protocolMessage?.editedMessage
  if (edited) return textOf(innerContent(edited))
  return (
    (content.conversation ??
      content.extendedTextMessage?.text ??
      content.imageMessage?.caption ??
      content.videoMessage?.caption ??
      content.documentMessage?.caption ??
      content.reactionMessage?.text ??
      undefined) ||
    undefined
  )
}

function contextOf(content: proto.IMessage): proto.IContextInfo | undefined {
  for (const part of Object.values(content)) {
    if (part && typeof part === 'object' && 'contextInfo' in part && part.contextInfo) {
      return part.contextInfo as proto.IContextInfo
    }
  }
  return undefined
}

function openSignalStore(world: World, number: string): SignalStore {
  const sessions = world.store.collection<Uint8Array>(`session/${number}`)
  const senderKeys = world.store.collection<Uint8Array>(`sender-key/${number}`)
  const preKeys = world.store.collection<KeyPair>(`pre-key/${number}`)
  const senderKeyHolders = world.store.collection<true>(`sender-key-holder/${number}`)
  const owner = () => {
    const person = world.people.get(number)
    if (!person) throw new Error(`Nobody has the number ${number}`)
    return person
  }
  return {
    preKeys,
    senderKeyHolders,
    hasSession: (address) => sessions.has(address),
    forgetSession: (address) => sessions.delete(address),
    forgetEverySession: () => empty(sessions, senderKeys, senderKeyHolders),
    forgetEverything: () => empty(sessions, senderKeys, senderKeyHolders, preKeys),
    loadSession: async (address) => {
      // Decoded again each time: libsignal changes the record even when decryption fails.
      const stored = sessions.get(address)
      return stored && SessionRecord.deserialize(stored)
    },
    storeSession: async (address, record) => sessions.set(address, record.serialize()),
    isTrustedIdentity: () => true,
    loadPreKey: async (id) => toSignalPair(preKeys.get(String(id))),
    removePreKey: (id) => preKeys.delete(String(id)),
    loadSignedPreKey: () => requirePair(owner().signedPreKey.keyPair),
    getOurRegistrationId: () => owner().registrationId,
    getOurIdentity: () => {
      const { identity } = owner()
      return { privKey: Buffer.from(identity.private), pubKey: Buffer.from(generateSignalPubKey(identity.public)) }
    },
    loadSenderKey: async (name) => {
      const stored = senderKeys.get(name.toString())
      return stored ? SenderKeyRecord.deserialize(stored) : new SenderKeyRecord()
    },
    storeSenderKey: async (name, record) => {
      senderKeys.set(name.toString(), Buffer.from(JSON.stringify(record.serialize())))
    },
  }
}

function empty(...collections: Pick<Collection<unknown>, 'entries' | 'delete'>[]): void {
  for (const collection of collections) {
    for (const [id] of [...collection.entries()]) collection.delete(id)
  }
}

function requirePair(keys: KeyPair) {
  return { privKey: Buffer.from(keys.private), pubKey: Buffer.from(keys.public) }
}

function toSignalPair(keys: KeyPair | undefined) {
  return keys && requirePair(keys)
}
