import { BufferJSON, hkdf } from '@whiskeysockets/baileys'
import { encodeFields, type Field } from './protobuf'

/** From libsignal's JavaScript format; field numbers of Signal's storage.proto. */
interface LegacySessionRecord {
  _sessions: { [baseKey: string]: LegacySession }
  registrationId?: number
}

interface LegacySession {
  registrationId?: number
  currentRatchet: {
    ephemeralKeyPair: { pubKey: string; privKey: string }
    lastRemoteEphemeralKey: string
    previousCounter: number
    rootKey: string
  }
  /** `closed` is -1 for the current session. */
  indexInfo: { baseKey: string; closed: number; used: number; remoteIdentityKey: string }
  _chains: { [ratchetKey: string]: LegacyChain }
  pendingPreKey?: { signedKeyId: number; baseKey: string; preKeyId?: number }
}

interface LegacyChain {
  /** `counter` is of the last key derived. A closed chain has no key. */
  chainKey: { counter: number; key?: string }
  chainType: 1 | 2
  messageKeys: { [counter: string]: string }
}

const sending = 1
const receiving = 2
const protocolVersion = 3
const recentChainsMax = 5

interface OwnIdentity {
  /** 33 bytes, with the key's type. */
  publicKey: Uint8Array
  registrationId: number
}

export const isLegacySession = (stored: unknown): stored is LegacySessionRecord =>
  typeof stored === 'object' && stored !== null && '_sessions' in stored

export function convertSession(record: LegacySessionRecord, own: OwnIdentity): Buffer {
  const sessions = Object.values(record._sessions).sort((a, b) => b.indexInfo.used - a.indexInfo.used)
  const current = sessions.find(({ indexInfo }) => indexInfo.closed === -1)
  const previous = sessions.filter((session) => session !== current)
  const encode = (session: LegacySession) => encodeSession(session, own, record.registrationId)
  return encodeFields([
    ...(current ? [[1, encode(current)] as const] : []),
    ...previous.map((session) => [2, encode(session)] as const),
  ])
}

function encodeSession(session: LegacySession, own: OwnIdentity, recordRegistrationId = 0): Buffer {
  const { currentRatchet, indexInfo, pendingPreKey, _chains } = session
  const chains = Object.entries(_chains)
  const sender = chains.find(([, { chainType }]) => chainType === sending)
  const fields: Field[] = [
    [1, protocolVersion],
    [2, own.publicKey],
    [3, bytes(indexInfo.remoteIdentityKey)],
    [4, bytes(currentRatchet.rootKey)],
    [5, Math.max(0, currentRatchet.previousCounter)],
    [6, encodeSenderChain(sender?.[1], currentRatchet.ephemeralKeyPair)],
  ]
  for (const [ratchetKey, chain] of neededChains(chains)) fields.push([7, encodeReceiverChain(ratchetKey, chain)])
  if (pendingPreKey) fields.push([9, encodePendingPreKey(pendingPreKey)])
  fields.push([10, session.registrationId ?? recordRegistrationId], [11, own.registrationId])
  fields.push([13, bytes(indexInfo.baseKey)])
  return encodeFields(fields)
}

/** libsignal never dropped a chain; needed are the newest and those with skipped keys. */
function neededChains(chains: [string, LegacyChain][]): [string, LegacyChain][] {
  const received = chains.filter(([, { chainType }]) => chainType === receiving)
  const recent = new Set(received.slice(-recentChainsMax))
  return received.filter((chain) => recent.has(chain) || Object.keys(chain[1].messageKeys).length > 0)
}

/** The first reply creates a missing chain, so only the key pair matters. */
function encodeSenderChain(chain: LegacyChain | undefined, pair: { pubKey: string; privKey: string }): Buffer {
  const fields: Field[] = [
    [1, prefixed(bytes(pair.pubKey))],
    [2, bytes(pair.privKey)],
  ]
  fields.push([3, encodeChainKey(chain)])
  return encodeFields(fields)
}

function encodeReceiverChain(ratchetKey: string, chain: LegacyChain): Buffer {
  const keys = Object.entries(chain.messageKeys).map(([counter, seed]): Field => {
    const derived = hkdf(bytes(seed), 80, { salt: Buffer.alloc(32), info: 'WhisperMessageKeys' })
    const [cipherKey, macKey, iv] = [derived.subarray(0, 32), derived.subarray(32, 64), derived.subarray(64)]
    return [
      4,
      encodeFields([
        [1, Number(counter)],
        [2, cipherKey],
        [3, macKey],
        [4, iv],
      ]),
    ]
  })
  return encodeFields([[1, bytes(ratchetKey)], [3, encodeChainKey(chain)], ...keys])
}

/** The index is that of the next key. A random key replaces that of a closed chain. */
function encodeChainKey(chain: LegacyChain | undefined): Buffer {
  const { counter, key } = chain?.chainKey ?? { counter: -1 }
  return encodeFields([
    [1, counter + 1],
    [2, key ? bytes(key) : crypto.getRandomValues(new Uint8Array(32))],
  ])
}

function encodePendingPreKey({ signedKeyId, baseKey, preKeyId }: NonNullable<LegacySession['pendingPreKey']>): Buffer {
  const preKey: Field[] = preKeyId === undefined ? [] : [[1, preKeyId]]
  return encodeFields([...preKey, [2, bytes(baseKey)], [3, signedKeyId]])
}

interface LegacySenderKey {
  senderKeyId: number
  senderChainKey: LegacySeed
  senderSigningKey: { public: WrittenBytes; private: WrittenBytes }
  senderMessageKeys?: LegacySeed[]
}

interface LegacySeed {
  iteration: number
  seed: WrittenBytes
}

/** As written by `JSON.stringify` or Baileys. */
type WrittenBytes = Uint8Array | { type: 'Buffer'; data: number[] }

/** Earlier sender keys are JSON and start with a bracket, which a record of the Rust library never does. */
export const isLegacySenderKey = (stored: Uint8Array) => stored[0] === 0x5b

export function convertSenderKey(stored: Uint8Array): Buffer {
  const keys = JSON.parse(Buffer.from(stored).toString(), BufferJSON.reviver) as LegacySenderKey[]
  return encodeFields(keys.reverse().map((key) => [1, encodeSenderKey(key)]))
}

function encodeSenderKey(key: LegacySenderKey): Buffer {
  const { senderKeyId, senderChainKey, senderSigningKey } = key
  const privateKey = written(senderSigningKey.private)
  const isOurs = privateKey.length > 0
  const pair: Field[] = [[1, prefixed(written(senderSigningKey.public))]]
  if (isOurs) pair.push([2, privateKey])
  // Nobody decrypts messages that we skipped in our own chain.
  const passedOver = isOurs ? [] : (key.senderMessageKeys ?? [])
  return encodeFields([
    [1, senderKeyId],
    [2, encodeSeed(senderChainKey)],
    [3, encodeFields(pair)],
    ...passedOver.map((each) => [4, encodeSeed(each)] as const),
  ])
}

const encodeSeed = ({ iteration, seed }: LegacySeed) =>
  encodeFields([
    [1, iteration],
    [2, written(seed)],
  ])

const written = (given: WrittenBytes) => Buffer.from(given as Uint8Array)

const bytes = (base64: string) => Buffer.from(base64, 'base64')

/** Earlier keys lack their type. */
const prefixed = (key: Uint8Array) => (key.length === 32 ? Buffer.concat([Buffer.from([5]), key]) : key)
