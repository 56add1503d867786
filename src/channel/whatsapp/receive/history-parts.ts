import { processHistoryMessage, proto, toNumber } from '@whiskeysockets/baileys'
import { nextTurn } from '../../../kernel/company/batches'
import { tryDecodeFields, encodeFields, type Field } from '../signal/protobuf'

/** Decoded in one turn of the event loop, in a few milliseconds. */
const partBytes = 128 * 1024

const [syncType, conversations, conversationMessages] = [1, 2, 2]

type History = Pick<ReturnType<typeof processHistoryMessage>, 'messages' | 'contacts' | 'chats' | 'lidPnMappings'>

/** Decodes a part of an account's past, oldest message first. It may be many megabytes, so it takes many turns of the event loop. */
export async function readHistory(bytes: Uint8Array): Promise<History> {
  const history: History = { messages: [], contacts: [], chats: [], lidPnMappings: [] }
  for (const piece of splitHistory(bytes)) {
    const { messages, contacts, chats, lidPnMappings } = processHistoryMessage(proto.HistorySync.decode(piece))
    for (const message of messages) history.messages.push(message)
    for (const contact of contacts) history.contacts.push(contact)
    for (const chat of chats) history.chats.push(chat)
    for (const mapping of lidPnMappings) history.lidPnMappings.push(mapping)
    await nextTurn()
  }
  const timed = history.messages.map((message) => ({ message, at: toNumber(message.messageTimestamp) }))
  timed.sort((a, b) => a.at - b.at)
  return { ...history, messages: timed.map(({ message }) => message) }
}

function* splitHistory(bytes: Uint8Array): Generator<Uint8Array> {
  // Undefined with kinds of fields that cannot be split; Baileys decodes those as a whole.
  const fields = tryDecodeFields(bytes)
  if (bytes.length <= partBytes || !fields) return yield bytes
  const kind = fields.filter(([number]) => number === syncType)
  yield encodeFields(fields.filter(([number]) => number !== conversations))
  const chats = fields.filter(([number]) => number === conversations).flatMap(splitConversation)
  for (const group of groupsOf(chats)) yield encodeFields([...kind, ...group])
}

function splitConversation(conversation: Field): Field[] {
  const [number, bytes] = conversation
  const fields = typeof bytes !== 'number' && bytes.length > partBytes ? tryDecodeFields(bytes) : undefined
  if (!fields) return [conversation]
  const rest = fields.filter(([each]) => each !== conversationMessages)
  const messages = fields.filter(([each]) => each === conversationMessages)
  return groupsOf(messages).map((group): Field => [number, encodeFields([...rest, ...group])])
}

function groupsOf(fields: readonly Field[]): Field[][] {
  const groups: Field[][] = []
  let size = Infinity
  for (const field of fields) {
    const length = typeof field[1] === 'number' ? 0 : field[1].length
    if (size + length > partBytes) {
      groups.push([])
      size = 0
    }
    groups.at(-1)?.push(field)
    size += length
  }
  return groups
}
