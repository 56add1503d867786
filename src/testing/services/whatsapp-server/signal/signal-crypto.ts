import { generateSignalPubKey, unpadRandomMax16 } from '@whiskeysockets/baileys'
import { GroupCipher, GroupSessionBuilder } from '@whiskeysockets/baileys/lib/Signal/Group/index.js'
import { SenderKeyDistributionMessage } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-distribution-message.js'
import { SenderKeyName } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-name.js'
import { ProtocolAddress, SessionBuilder, SessionCipher, type SessionRecord } from 'libsignal'
import { decryptInAnySession } from '../phone/decrypt-in-any-session'
import type { PhoneState } from '../account/phone-state.types'
import type { PublicPreKey } from '../account/server-records.types'

export interface KeyBundle {
  registrationId: number
  identityKey: Uint8Array
  signedPreKey: PublicPreKey & { signature: Uint8Array }
  preKey: PublicPreKey | undefined
}

/** Opens a session, continues one, or uses a group's sender key. */
export type CipherKind = 'pkmsg' | 'msg' | 'skmsg'

export interface Ciphertext {
  kind: CipherKind
  bytes: Uint8Array
}

/** libsignal serializes work by address across the whole process, so the phone's own number is part of it. */
function signalAddress(phone: PhoneState, number: string, device: number): ProtocolAddress {
  return new ProtocolAddress(`${phone.number}-${number}`, device)
}

export function hasSession(phone: PhoneState, number: string, device: number): boolean {
  return phone.signal.hasSession(signalAddress(phone, number, device).toString())
}

export function forgetSession(phone: PhoneState, number: string, device: number): void {
  phone.signal.forgetSession(signalAddress(phone, number, device).toString())
}

export async function openSession(phone: PhoneState, number: string, device: number, keys: KeyBundle): Promise<void> {
  const builder = new SessionBuilder(phone.signal, signalAddress(phone, number, device))
  // libsignal accepts a bundle without a one-time key, though its types do not.
  const preKey = keys.preKey as PublicPreKey
  await builder.initOutgoing({
    registrationId: keys.registrationId,
    identityKey: signalKey(keys.identityKey),
    signedPreKey: {
      keyId: keys.signedPreKey.id,
      publicKey: signalKey(keys.signedPreKey.key),
      signature: Buffer.from(keys.signedPreKey.signature),
    },
    preKey: preKey && { keyId: preKey.id, publicKey: signalKey(preKey.key) },
  })
}

export async function encryptFor(
  phone: PhoneState,
  number: string,
  device: number,
  padded: Uint8Array,
): Promise<Ciphertext> {
  const cipher = new SessionCipher(phone.signal, signalAddress(phone, number, device))
  const { type, body } = await cipher.encrypt(Buffer.from(padded))
  return { kind: type === 3 ? 'pkmsg' : 'msg', bytes: Buffer.from(body, 'binary') }
}

/** Decrypts what a device sent to this phone; the result has its padding removed. */
export async function decryptFrom(
  phone: PhoneState,
  number: string,
  device: number,
  ciphertext: Ciphertext,
  groupJid: string | undefined,
): Promise<Uint8Array> {
  const bytes = Buffer.from(ciphertext.bytes)
  if (ciphertext.kind === 'skmsg') {
    if (!groupJid) throw new Error('A sender-key message outside a group')
    const cipher = new GroupCipher(phone.signal, senderKeyName(phone, groupJid, number, device))
    return unpadRandomMax16(await cipher.decrypt(bytes))
  }
  const address = signalAddress(phone, number, device)
  const cipher = new SessionCipher(phone.signal, address)
  const slot = {
    load: () => phone.signal.loadSession(address.toString()),
    store: (record: SessionRecord) => phone.signal.storeSession(address.toString(), record),
  }
  const padded =
    ciphertext.kind === 'pkmsg'
      ? await cipher.decryptPreKeyWhisperMessage(bytes)
      : await decryptInAnySession(cipher, slot, bytes)
  return unpadRandomMax16(padded)
}

/** Encrypts for a group with this phone's sender key, and returns the key for devices that do not have it yet. */
export async function encryptForGroup(phone: PhoneState, groupJid: string, padded: Uint8Array) {
  const name = senderKeyName(phone, groupJid, phone.number, 0)
  const distribution = await new GroupSessionBuilder(phone.signal).create(name)
  const bytes = await new GroupCipher(phone.signal, name).encrypt(Buffer.from(padded))
  return { ciphertext: { kind: 'skmsg', bytes } satisfies Ciphertext, distribution: distribution.serialize() }
}

export async function acceptSenderKey(
  phone: PhoneState,
  groupJid: string,
  number: string,
  device: number,
  distribution: Uint8Array,
): Promise<void> {
  const message = new SenderKeyDistributionMessage(null, null, null, null, distribution)
  await new GroupSessionBuilder(phone.signal).process(senderKeyName(phone, groupJid, number, device), message)
}

function senderKeyName(phone: PhoneState, groupJid: string, number: string, device: number): SenderKeyName {
  const address = signalAddress(phone, number, device)
  return new SenderKeyName(groupJid, { id: address.id, deviceId: device, toString: () => address.toString() })
}

function signalKey(key: Uint8Array): Buffer {
  return Buffer.from(generateSignalPubKey(key))
}
