/** Data of the phone page; plain types, also used in the browser. */
import type { ChannelName } from '../../channel/channel-rules.contract'

export type Tick = 'clock' | 'sent' | 'delivered' | 'read'

export interface MessageView {
  id: string
  mine: boolean
  author?: string
  at: number
  text: string
  erased?: boolean
  edited?: boolean
  forwarded?: boolean
  file?: { kind: 'image' | 'video' | 'voice' | 'audio' | 'document' | 'sticker'; name: string; seconds: number }
  place?: { latitude: number; longitude: number; name: string }
  card?: { name: string; number: string }
  quoted?: { mine: boolean; text: string }
  options?: { id: string; title: string }[]
  reactions: string[]
  tick?: Tick
}

export interface ChatView {
  jid: string
  name: string
  lastText: string
  lastAt: number
  unread: number
}

export interface ContactView {
  channel: ChannelName
  /** The phone number, or Meta's id of a person on Messenger or Instagram. */
  number: string
  name: string
  lastText: string
  lastAt: number
  unread: number
}

interface WaitingConnection {
  id: number
  name: string
  status: string
  hasQrCode: boolean
  pairingCode: string
}

export interface PhoneView {
  channel: ChannelName
  can: readonly PhoneAction['do'][]
  number: string
  name: string
  online: boolean
  chats: ChatView[]
  chat: string
  doing: '' | 'composing' | 'recording'
  messages: MessageView[]
}

export interface DemoState {
  contacts: ContactView[]
  waiting: WaitingConnection[]
  /** Whether the business's devices are online. */
  network: boolean
  linked: { number: string; name: string; connected: boolean }[]
  phone?: PhoneView
  charges: ChargeView[]
}

interface ChargeView {
  id: string
  amount: number
  code: string
  text: string
}

export type PhoneAction =
  | { do: 'say'; text: string; quote?: string }
  | { do: 'image' | 'voice' | 'document' | 'place' | 'card'; quote?: string }
  | { do: 'tap'; id: string; option: string }
  | { do: 'story'; text: string }
  | { do: 'react'; id: string; emoji: string }
  | { do: 'edit'; id: string; text: string }
  | { do: 'erase'; id: string }
  | { do: 'read' }
  | { do: 'typing'; on: boolean }
  | { do: 'online'; on: boolean }
  | { do: 'picture' }

export type DemoCommand =
  | { command: 'act'; number: string; chat: string; action: PhoneAction }
  | { command: 'contact'; number: string; name: string }
  | { command: 'scan'; number: string; qr: string; connectionId?: number }
  | { command: 'code'; number: string; code: string }
  | { command: 'network'; on: boolean }
  | { command: 'pay'; code: string }
