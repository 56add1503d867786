import type { KeyPair } from '@whiskeysockets/baileys'
import type { SenderKeyRecord } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-record.js'
import type { SignalStorage } from 'libsignal'
import type { Collection } from '../account/state-store'

interface SenderKeyName {
  toString(): string
}

/** Signal storage of one simulated phone, in the shape libsignal and Baileys' group ciphers expect. */
export interface SignalStore extends SignalStorage {
  loadSenderKey(name: SenderKeyName): Promise<SenderKeyRecord>
  storeSenderKey(name: SenderKeyName, record: SenderKeyRecord): Promise<void>
  preKeys: Collection<KeyPair>
  hasSession(address: string): boolean
  forgetSession(address: string): void
  /** Deletes sessions and sender keys, but not the one-time keys, like a restored backup. */
  forgetEverySession(): void
  forgetEverything(): void
  /** Devices that already have this phone's sender key of a group, as `group/device`. */
  senderKeyHolders: Collection<true>
}
