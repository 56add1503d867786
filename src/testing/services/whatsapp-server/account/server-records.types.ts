import type { KeyPair, SignedKeyPair } from '@whiskeysockets/baileys'
import type { Addressing } from './phone.types'

export interface Person {
  number: string
  lidUser: string
  name: string
  about: string
  addressing: Addressing
  sendsDeliveryReceipts: boolean
  installed: boolean
  identity: KeyPair
  registrationId: number
  signedPreKey: SignedKeyPair
  nextPreKeyId: number
  nextDevice: number
  picture?: { id: string; path: string }
  blocked: string[]
  appStateKey?: Uint8Array
}

export interface PublicPreKey {
  id: number
  key: Uint8Array
}

export interface Companion {
  number: string
  device: number
  noiseKey: Uint8Array
  identityKey: Uint8Array
  registrationId: number
  signedPreKey: PublicPreKey & { signature: Uint8Array }
  preKeys: PublicPreKey[]
  keyIndex: number
  unlinked: boolean
  /** The phone already sent it keys and history. */
  introduced: boolean
  wantsFullHistory?: boolean
  logins: number
}

export interface GroupMember {
  number: string
  admin?: 'admin' | 'superadmin'
}

export interface GroupRecord {
  jid: string
  subject: string
  subjectAt: number
  subjectBy: string
  createdAt: number
  creator: string
  description?: string
  addressing: Addressing
  members: GroupMember[]
}

export interface MediaBlob {
  bytes: Uint8Array
  expired: boolean
}

/** One synchronized collection of an account's application state (archive, pins, labels...). */
export interface AppStateCollection {
  patches: Uint8Array[]
}
