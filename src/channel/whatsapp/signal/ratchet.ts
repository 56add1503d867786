import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import type { KeyPair } from 'whatsapp-rust-bridge'
import { chainKeyOf, encodeChainKey } from './chain-keys'
import { bytesField, decodeFields, encodeFields, type Field } from './protobuf'

/** Key agreements of received messages in native code, several times faster than in Rust. Field numbers: Signal's storage.proto. */

export interface OwnKeys {
  registrationId: number
  identity: KeyPair
  signedPreKey: KeyPair
}

const privateStart = Buffer.from('302e020100300506032b656e04220420', 'hex')
const publicStart = Buffer.from('302a300506032b656e032100', 'hex')
const keyType = Buffer.from([5])
const ownKeys = new WeakMap<Uint8Array, KeyObject>()

const privateKeyOf = (bytes: Uint8Array) =>
  createPrivateKey({ key: Buffer.concat([privateStart, bytes]), format: 'der', type: 'pkcs8' })

function lastingKeyOf(bytes: Uint8Array): KeyObject {
  const known = ownKeys.get(bytes) ?? privateKeyOf(bytes)
  ownKeys.set(bytes, known)
  return known
}

/** `theirs`: with its type. @throws Error for points that are no keys */
function agree(ours: KeyObject, theirs: Uint8Array): Buffer {
  const key = Buffer.concat([publicStart, theirs.subarray(1)])
  return diffieHellman({ privateKey: ours, publicKey: createPublicKey({ key, format: 'der', type: 'spki' }) })
}

interface Chain {
  root: Uint8Array
  key: Uint8Array
}

function derive(secret: Uint8Array, salt: Uint8Array, info: 'WhisperText' | 'WhisperRatchet'): Chain {
  const bytes = new Uint8Array(hkdfSync('sha256', secret, salt, info, 64))
  return { root: bytes.subarray(0, 32), key: bytes.subarray(32) }
}

/** The chain of messages under a ratchet key that the session has not seen, and the root key after it. */
export function begunChain(session: readonly Field[], ratchetKey: Uint8Array) {
  const root = bytesField(session, 4)
  const ours = bytesField(decodeFields(bytesField(session, 6) ?? Buffer.alloc(0)), 2)
  if (!root || !ours) return undefined
  const received = derive(agree(privateKeyOf(ours), ratchetKey), root, 'WhisperRatchet')
  return { root: received.root, chain: chainOf(received.key, [1, ratchetKey], [2, new Uint8Array()]) }
}

/** The number of receiver chains that the Rust library keeps. */
const chainsMax = 5

/** Returns the session with that chain, as it is after the message, and with a new one of ours, which answers it. */
export function withReceiverChain(session: readonly Field[], root: Uint8Array, chain: Uint8Array): Field[] {
  const theirs = bytesField(decodeFields(chain), 1) ?? Buffer.alloc(0)
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  const next = derive(agree(privateKey, theirs), root, 'WhisperRatchet')
  const ownPublic = publicKey.export({ format: 'der', type: 'spki' }).subarray(publicStart.length)
  const ownPrivate = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(privateStart.length)
  const sender = decodeFields(bytesField(session, 6) ?? Buffer.alloc(0))
  const sent = chainKeyOf(sender)?.index ?? 0
  const chains = session.filter(([number]) => number === 7).slice(1 - chainsMax)
  const kept = session.filter(([number]) => number < 4 || number > 7)
  return [
    ...kept,
    [4, next.root],
    [5, Math.max(0, sent - 1)],
    [6, encodeFields(chainOf(next.key, [1, Buffer.concat([keyType, ownPublic])], [2, ownPrivate]))],
    ...chains,
    [7, chain],
  ]
}

const chainOf = (key: Uint8Array, ...keys: Field[]): Field[] => [...keys, [3, encodeChainKey(0, key)]]

interface Beginning {
  baseKey: Uint8Array
  identityKey: Uint8Array
  registrationId: number
}

/** Returns the session that a contact starts by X3DH, before its first message. @throws Error for points that are no keys */
export function begunSession(own: OwnKeys, of: Beginning, preKey: Uint8Array | undefined): Buffer {
  const { baseKey, identityKey, registrationId } = of
  const { pubKey, privKey } = own.signedPreKey
  const signed = lastingKeyOf(privKey)
  const secrets = [
    Buffer.alloc(32, 0xff),
    agree(signed, identityKey),
    agree(lastingKeyOf(own.identity.privKey), baseKey),
    agree(signed, baseKey),
    ...(preKey ? [agree(privateKeyOf(preKey), baseKey)] : []),
  ]
  const { root, key } = derive(Buffer.concat(secrets), Buffer.alloc(32), 'WhisperText')
  return encodeFields([
    [1, protocolVersion],
    [2, own.identity.pubKey],
    [3, identityKey],
    [4, root],
    [6, encodeFields(chainOf(key, [1, pubKey], [2, privKey]))],
    [10, registrationId],
    [11, own.registrationId],
    [13, baseKey],
  ])
}

const protocolVersion = 3
