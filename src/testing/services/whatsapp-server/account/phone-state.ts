import type { StoredMessage, PhoneState } from './phone-state.types'
import { proto } from '@whiskeysockets/baileys'
import { openSignalStore } from '../signal/signal-store'
import type { ChatMessage } from '../whatsapp-server.types'
import type { World } from './world'

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

/** Adds the fields that tests usually read. */
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
