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

/** Their records fit into the cache of records. */
const messagesAhead = 16

/** Reads the keys of messages that wait behind others. Each would otherwise wait for the main thread several times in its turn. */
export function createReadAhead({ readAhead }: AuthStore, log: (error: unknown) => void) {
  const waiting = new Map<string, BinaryNode>()
  const ahead = new Set<string>()

  const readKeys = async (node: BinaryNode) => readAhead(namesFor(node))

  function fill() {
    for (const [id, node] of waiting) {
      if (ahead.size >= messagesAhead) return
      waiting.delete(id)
      ahead.add(id)
      readKeys(node).catch(log)
    }
  }

  return {
    add(id: string, node: BinaryNode) {
      waiting.set(id, node)
      fill()
    },
    attempted(id: string) {
      waiting.delete(id)
      ahead.delete(id)
      fill()
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
