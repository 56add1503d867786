import { createDecipheriv, timingSafeEqual } from 'node:crypto'
import {
  afterChainKey,
  type ChainKey,
  chainKeyOf,
  macLength,
  macOf,
  type MessageKeys,
  messageKeysOf,
  withChainKey,
} from './chain-keys'
import { bytesField, decodeFields, encodeFields, tryDecodeFields, type Field, numberField } from './protobuf'
import { begunChain, withReceiverChain } from './ratchet'
import { sameBytes } from './session-record'

/** The protocol allows more, but any sender could block the event loop. Others are requested in a new session. */
const passedOverMax = 500
/** Keys of messages passed over that a chain keeps. The Rust library keeps up to 50 more. */
const keptMax = 2000

const signatureLength = 64
const ratchetKeyLength = 33
const protocolVersion = 3

interface SignalMessage {
  ratchetKey: Uint8Array
  counter: number
  body: Uint8Array
  covered: Uint8Array
  mac: Uint8Array
}

export function parseMessage(ciphertext: Uint8Array): SignalMessage | undefined {
  const covered = ciphertext.subarray(0, -macLength)
  const fields = tryDecodeFields(covered.subarray(1))
  const [ratchetKey, body] = fields ? [bytesField(fields, 1), bytesField(fields, 4)] : []
  const isOfVersion = (ciphertext[0] ?? 0) >> 4 === protocolVersion
  if (!fields || !body || !isOfVersion || ratchetKey?.length !== ratchetKeyLength) return undefined
  return { ratchetKey, counter: numberField(fields, 2) ?? 0, body, covered, mac: ciphertext.subarray(-macLength) }
}

interface ReadMessage {
  plaintext: Uint8Array
  /** As it is after the message, whose key it no longer has. */
  session: Uint8Array
}

/** Undefined if the message belongs to another session. @throws Error when its content is damaged although it belongs to this one */
export function readIn(session: Uint8Array, message: SignalMessage): ReadMessage | undefined {
  const fields = decodeFields(session)
  const known = fields.find((field) => isChainOf(field, message.ratchetKey))
  const begun = known ? undefined : begunChain(fields, message.ratchetKey)
  const chain = known ? decodeFields(known[1]) : begun?.chain
  const step = chain && stepTo(chain, message.counter)
  if (!step || !isAuthentic(fields, message, step.keys)) return undefined
  const { cipherKey, iv } = step.keys
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  const plaintext = Buffer.concat([decipher.update(message.body), decipher.final()])
  const after = encodeFields(step.chain())
  const next = begun
    ? withReceiverChain(fields, begun.root, after)
    : fields.map((field): Field => (field === known ? [receiverChainField, after] : field))
  // The other side has the session, so that our next message no longer says how it began.
  return { plaintext, session: encodeFields(next.filter(([number]) => number !== beginningField)) }
}

const receiverChainField = 7
const beginningField = 9

function isChainOf(field: Field, ratchetKey: Uint8Array): field is readonly [number, Uint8Array] {
  const [number, value] = field
  return (
    number === receiverChainField &&
    typeof value !== 'number' &&
    sameBytes(bytesField(decodeFields(value), 1), ratchetKey)
  )
}

interface Step {
  keys: MessageKeys
  chain(): Field[]
}

function stepTo(chain: readonly Field[], counter: number): Step | undefined {
  const next = chainKeyOf(chain)
  return next && counter >= next.index ? nextStep(chain, next, counter) : keptStep(chain, counter)
}

/** For the next message, or one so many later. The keys of those between are kept. */
function nextStep(chain: readonly Field[], next: ChainKey, counter: number): Step | undefined {
  if (counter - next.index > passedOverMax) return undefined
  const passedOver: ChainKey[] = []
  let own = next
  for (; own.index < counter; own = afterChainKey(own)) passedOver.push(own)
  return {
    keys: messageKeysOf(own),
    chain: () => keepingKeys(withChainKey(chain, afterChainKey(own)), passedOver),
  }
}

/** For a message that later ones have overtaken. */
function keptStep(chain: readonly Field[], counter: number): Step | undefined {
  for (const field of chain) {
    const [number, value] = field
    if (number !== keptField || typeof value === 'number') continue
    const kept = decodeFields(value)
    if ((numberField(kept, 1) ?? 0) !== counter) continue
    const [cipherKey, macKey, iv] = [2, 3, 4].map((part) => bytesField(kept, part))
    if (!cipherKey || !macKey || !iv) return undefined
    return { keys: { cipherKey, macKey, iv }, chain: () => chain.filter((each) => each !== field) }
  }
  return undefined
}

const keptField = 4

/** The oldest comes first, and is the first to go. */
function keepingKeys(chain: Field[], passedOver: readonly ChainKey[]): Field[] {
  if (passedOver.length === 0) return chain
  const kept = chain.filter(([number]) => number === keptField)
  const added = passedOver.map((each): Field => [keptField, encodeKept(each)])
  return [...chain.filter(([number]) => number !== keptField), ...[...kept, ...added].slice(-keptMax)]
}

function encodeKept(of: ChainKey) {
  const { cipherKey, macKey, iv } = messageKeysOf(of)
  return encodeFields([
    [1, of.index],
    [2, cipherKey],
    [3, macKey],
    [4, iv],
  ])
}

function isAuthentic(session: readonly Field[], { covered, mac }: SignalMessage, { macKey }: MessageKeys): boolean {
  const [own, remote] = [bytesField(session, 2), bytesField(session, 3)]
  if (!own || !remote || mac.length !== macLength) return false
  return timingSafeEqual(macOf(macKey, remote, own, covered), mac)
}

export function isWithinReach(senderKey: Uint8Array, ciphertext: Uint8Array): boolean {
  const message = tryDecodeFields(ciphertext.subarray(1, -signatureLength))
  const id = message && numberField(message, 1)
  const keys = decodeFields(senderKey).flatMap(([, value]) => (typeof value === 'number' ? [] : [decodeFields(value)]))
  const key = keys.find((each) => (numberField(each, 1) ?? 0) === id)
  const chainKey = key && bytesField(key, 2)
  if (!message || !chainKey) return true
  const ahead = (numberField(message, 2) ?? 0) - (numberField(decodeFields(chainKey), 1) ?? 0)
  return ahead <= passedOverMax
}
