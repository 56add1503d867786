import type { SignalStore } from '../signal/signal-store.types'
import type { Collection } from './state-store'
import type { Addressing, ChatMessage, PlacedCall, PresenceSeen, ReceiptSeen } from './phone.types'

/** A message on a phone. Its content is decoded when it is read. */
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

export interface OngoingCall extends PlacedCall {
  rejected: boolean
}

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
  /** Sends are sequential, so that a conversation keeps its order. */
  sending: Promise<unknown>
  stored: Collection<StoredMessage>
}
