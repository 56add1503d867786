import { processHistoryMessage, proto, toNumber, type WASocket } from '@whiskeysockets/baileys'
import { expect, test } from 'bun:test'
import { createLog } from '../../../kernel/log'
import { nextTurn } from '../../../kernel/company/batches'
import { stub } from '../../../testing/stub'
import type { FromLine } from '../line/line-calls'
import { createMainThread } from '../line/main-thread'
import type { MediaHosts } from '../send/media'
import { createHistoryReader, readHistory } from './history'

const start = 1_700_000_000
const message = (chat: string, index: number) => ({
  message: {
    key: { remoteJid: chat, id: `${chat.slice(0, 4)}-${index}`, fromMe: index % 2 === 0 },
    messageTimestamp: start + ((index * 7919) % 100_003),
    message: { conversation: 'Bom dia, tudo bem com vocês hoje? '.repeat(3) },
  },
})
const conversation = (number: number, messages: number) => {
  const id = `${number}@s.whatsapp.net`
  return { id, name: `Contato ${number}`, messages: Array.from({ length: messages }, (_, index) => message(id, index)) }
}
const encode = (history: object) => proto.HistorySync.encode(proto.HistorySync.fromObject(history)).finish()

/** As Baileys decodes it, in one go. */
function whole(bytes: Uint8Array) {
  const { messages, contacts, lidPnMappings } = processHistoryMessage(proto.HistorySync.decode(bytes))
  const atOf = ({ messageTimestamp }: (typeof messages)[number]) => toNumber(messageTimestamp)
  const ids = messages.toSorted((a, b) => atOf(a) - atOf(b)).map(({ key }) => key?.id)
  return { ids, contacts: new Set(contacts.map(({ id }) => id)), lidPnMappings }
}

test('decodes a long history in many turns, with the same messages in the same order', async () => {
  const { RECENT } = proto.HistorySync.HistorySyncType
  const bytes = encode({
    syncType: RECENT,
    progress: 40,
    conversations: [
      ...Array.from({ length: 60 }, (_, index) => conversation(1000 + index, 20)),
      conversation(9999, 5000),
    ],
    phoneNumberToLidMappings: [{ pnJid: '1000@s.whatsapp.net', lidJid: '77@lid' }],
  })
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const read = await readHistory(bytes)
  isDone = true
  const expected = whole(bytes)
  expect(expected.ids).toHaveLength(6200)
  expect(read.messages.map(({ key }) => key?.id)).toEqual(expected.ids)
  expect(new Set(read.contacts.map(({ id }) => id))).toEqual(expected.contacts)
  expect(read.lidPnMappings).toEqual(expected.lidPnMappings)
  expect(turns).toBeGreaterThan(5)
})

test('decodes a history without conversations', async () => {
  const { PUSH_NAME } = proto.HistorySync.HistorySyncType
  const bytes = encode({ syncType: PUSH_NAME, pushnames: [{ id: '1@s.whatsapp.net', pushname: 'Maria' }] })
  expect((await readHistory(bytes)).contacts).toEqual([{ id: '1@s.whatsapp.net', notify: 'Maria' }])
})

test('asks again when a part is announced while the answer that there is none is on its way', async () => {
  const posted: FromLine[] = []
  const { main, answered } = createMainThread({ line: 1, company: 1, connection: 1 }, (message) => posted.push(message))
  const reader = createHistoryReader({
    main,
    socket: stub<WASocket>({}),
    media: stub<MediaHosts>({}),
    log: createLog('error'),
    isOpen: () => true,
  })
  const turns = async () => {
    for (let turn = 0; turn < 5; turn++) await nextTurn()
  }
  reader.read()
  await turns()
  reader.read()
  answered(1, { value: undefined })
  await turns()
  expect(posted).toMatchObject([{ name: 'nextHistory' }, { name: 'nextHistory' }])
  answered(2, { value: undefined })
  await turns()
  expect(posted).toHaveLength(2)
  reader.end()
})
