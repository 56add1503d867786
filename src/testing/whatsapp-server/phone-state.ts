import { proto } from '@whiskeysockets/baileys'
import { openSignalStore, type SignalStore } from './signal-store'
import type { Collection } from './state-store'
import type { Addressing, ChatMessage, PlacedCall, PresenceSeen, ReceiptSeen } from './whatsapp-server.types'
import type { World } from './world'

/** A message as a phone keeps it: its content stays encoded until somebody reads it. */
export interface StoredMessage {
  id: string
  chat: string
  from: string
  fromMe: boolean
  at: number
  addressedTo: string
  addressing: Addressing
  content: Uint8Array
}

/** A call whose state changes when the client answers. */
export interface OngoingCall extends PlacedCall {
  rejected: boolean
}

/** What one simulated phone holds besides what the server knows of its owner. */
export interface PhoneState {
  number: string
  signal: SignalStore
  messages: ChatMessage[]
  byId: Map<string, ChatMessage>
  /** Times each stanza id was decrypted. */
  deliveries: Map<string, number>
  receipts: ReceiptSeen[]
  presences: PresenceSeen[]
  calls: Map<string, OngoingCall>
  online: boolean
  /** Sends wait for each other, so that a conversation keeps its order. */
  sending: Promise<unknown>
  stored: Collection<StoredMessage>
}

/** The phone's state, opened on first use. */
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

/** Adds a message to the phone's history. */
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

/** Completes a message with what tests usually look at. */
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
