import type { SignalStore } from './signal-store.types'
import { generateSignalPubKey, type KeyPair } from '@whiskeysockets/baileys'
import { SenderKeyRecord } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-record.js'
import { SessionRecord } from 'libsignal'
import type { Collection } from '../account/state-store'
import type { World } from '../account/world'

export function openSignalStore(world: World, number: string): SignalStore {
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
