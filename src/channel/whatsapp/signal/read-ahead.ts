import {
  type BinaryNode,
  extractAddressingContext,
  getBinaryNodeChildren,
  isPnUser,
  jidDecode,
  type SignalDataTypeMap,
  transferDevice,
} from '@whiskeysockets/baileys'
import type { RecordName } from '../line/line-calls'
import type { AuthStore } from './auth-store'
import { readPreKeyMessage } from './session-record'
import { senderKeyId, signalAddress } from './signal-records'

export type ReadAhead = ReturnType<typeof createReadAhead>

/** About seven records each. As many again, of messages just read, must fit into the cache with them. */
const messagesAhead = 16

/** Reads the keys of messages that wait behind others. Each would otherwise wait for the main thread several times in its turn. */
export function createReadAhead({ readAhead }: AuthStore, log: (error: unknown) => void) {
  const waiting = new Map<string, BinaryNode>()
  const ahead = new Set<string>()
  let isScheduled = false

  /** Half of them at once: a question costs about as much as the keys of one message. */
  function schedule() {
    if (isScheduled || waiting.size === 0 || ahead.size > messagesAhead / 2) return
    isScheduled = true
    setImmediate(fill)
  }

  function fill() {
    isScheduled = false
    const next = [...waiting.entries().take(messagesAhead - ahead.size)]
    for (const [id] of next) {
      waiting.delete(id)
      ahead.add(id)
    }
    readAhead(next.flatMap(([, node]) => namesOrNone(node))).catch(log)
  }

  function namesOrNone(node: BinaryNode) {
    try {
      return namesFor(node)
    } catch (error) {
      log(error)
      return []
    }
  }

  return {
    add(id: string, node: BinaryNode) {
      waiting.set(id, node)
      schedule()
    },
    attempted(id: string) {
      waiting.delete(id)
      ahead.delete(id)
      schedule()
    },
  }
}

function namesFor(node: BinaryNode): RecordName[] {
  const { from = '', participant } = node.attrs
  const author = participant ?? from
  const { senderAlt } = extractAddressingContext(node)
  const jids = senderAlt ? [author, transferDevice(author, senderAlt)] : [author]
  const addresses = jids.map(signalAddress)
  const numbers = jids.filter((jid) => isPnUser(jid)).flatMap((jid) => jidDecode(jid)?.user ?? [])
  const parts = getBinaryNodeChildren(node, 'enc')
  const isOfGroup = parts.some(({ attrs }) => attrs['type'] === 'skmsg')
  return [
    ...named('session', addresses),
    ...named('identity-key', addresses),
    ...named('lid-mapping', numbers),
    ...named('device-list', numbers),
    ...named('pre-key', parts.flatMap(preKeyOf)),
    ...named('sender-key', isOfGroup ? [senderKeyId(from, author)] : []),
  ]
}

const named = (category: keyof SignalDataTypeMap, ids: readonly string[]) => ids.map((id) => ({ category, id }))

function preKeyOf({ attrs, content }: BinaryNode): string[] {
  if (attrs['type'] !== 'pkmsg' || !(content instanceof Uint8Array)) return []
  return [readPreKeyMessage(content)?.preKeyId ?? []].flat().map(String)
}
