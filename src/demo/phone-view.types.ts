/** Data of the phone page; plain types, also used in the browser. */

/** Delivery state of a message of the phone's owner. */
export type Tick = 'clock' | 'sent' | 'delivered' | 'read'

export interface MessageSeen {
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
  reactions: string[]
  tick?: Tick
}

export interface ChatSeen {
  jid: string
  name: string
  lastText: string
  lastAt: number
  unread: number
}

export interface ContactSeen {
  number: string
  name: string
  lastText: string
  lastAt: number
  unread: number
}

export interface WaitingConnection {
  id: number
  name: string
  status: string
  hasQrCode: boolean
  pairingCode: string
}

export interface PhoneSeen {
  number: string
  name: string
  online: boolean
  chats: ChatSeen[]
  chat: string
  /** What the business is doing in this chat. */
  doing: '' | 'composing' | 'recording'
  messages: MessageSeen[]
}

export interface DemoSeen {
  contacts: ContactSeen[]
  waiting: WaitingConnection[]
  /** Whether the business's devices are online. */
  network: boolean
  linked: { number: string; name: string; connected: boolean }[]
  phone?: PhoneSeen
  charges: ChargeSeen[]
}

export interface ChargeSeen {
  id: string
  amount: number
  code: string
  text: string
}

export type Deed =
  | { do: 'say'; text: string; quote?: string }
  | { do: 'image' | 'voice' | 'document' | 'place' | 'card'; quote?: string }
  | { do: 'react'; id: string; emoji: string }
  | { do: 'edit'; id: string; text: string }
  | { do: 'erase'; id: string }
  | { do: 'read' }
  | { do: 'typing'; on: boolean }
  | { do: 'online'; on: boolean }
  | { do: 'picture' }

export type DemoOrder =
  | { order: 'deed'; number: string; chat: string; deed: Deed }
  | { order: 'contact'; number: string; name: string }
  | { order: 'scan'; number: string; qr: string; connectionId?: number }
  | { order: 'code'; number: string; code: string }
  | { order: 'network'; on: boolean }
  | { order: 'pay'; code: string }
