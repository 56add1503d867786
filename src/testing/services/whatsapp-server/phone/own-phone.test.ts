import { type BaileysEventMap, proto } from '@whiskeysockets/baileys'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startWhatsAppServer } from '../start-whatsapp-server'
import { freshNumber, linkClient, routeMediaTo } from '../test-client'
import type { WhatsAppServer } from '../whatsapp-server.types'

let server: WhatsAppServer
let restoreFetch: () => void

beforeAll(async () => {
  server = await startWhatsAppServer()
  restoreFetch = routeMediaTo(server)
})
afterAll(async () => {
  restoreFetch()
  await server.stop()
})

const newPhone = (name: string) => server.phone(freshNumber(), { name })
const has = (id: string) => (batch: BaileysEventMap['messages.upsert']) =>
  batch.messages.some(({ key }) => key.id === id)

describe("the account's own phone", () => {
  test('sends typed messages to the person, and to the client as its own', async () => {
    const maria = newPhone('Maria')
    const { client, account } = await linkClient(server, newPhone('Padaria'))
    const typed = await account.typeOnPhone(maria, 'Respondi do celular')
    await maria.received((message) => message.text === 'Respondi do celular')
    const { messages } = await client.event('messages.upsert', has(typed.id))
    expect(messages[0]).toMatchObject({
      key: { fromMe: true, remoteJid: maria.jid, remoteJidAlt: maria.lid },
      message: { conversation: 'Respondi do celular' },
    })
    await client.close()
  })

  test('uses LID addressing as well', async () => {
    const maria = newPhone('Maria')
    const { client, account } = await linkClient(server, newPhone('Padaria'))
    const typed = await account.typeOnPhone(maria, 'por LID', { addressing: 'lid' })
    const { messages } = await client.event('messages.upsert', has(typed.id))
    expect(messages[0]?.key).toMatchObject({ fromMe: true, remoteJid: maria.lid, remoteJidAlt: maria.jid })
    await client.close()
  })

  test('receives copies of what the client and other linked devices send', async () => {
    const maria = newPhone('Maria')
    const padaria = newPhone('Padaria')
    const first = await linkClient(server, padaria)
    const second = await linkClient(server, padaria)
    const sent = await first.client.socket.sendMessage(maria.jid, { text: 'do primeiro' })
    await maria.received((message) => message.text === 'do primeiro')
    const { messages } = await second.client.event('messages.upsert', has(sent?.key.id ?? ''))
    expect(messages[0]).toMatchObject({ key: { fromMe: true, remoteJid: maria.jid } })
    await Promise.all([first.client.close(), second.client.close()])
  })

  test('marks the conversation as read on the client', async () => {
    const maria = newPhone('Maria')
    const { client, account } = await linkClient(server, newPhone('Padaria'))
    const said = await maria.say(account, 'Oi')
    await client.event('messages.upsert', has(said.id))
    await account.phone.markRead(await account.phone.received(({ id }) => id === said.id))
    await client.status(said.id, 4)
    await client.close()
  })
})

describe('history', () => {
  test('sends the phone’s conversations to a newly linked client', async () => {
    const maria = newPhone('Maria')
    const padaria = newPhone('Padaria')
    const before = await maria.say(padaria, 'de antes de ligar')
    const { client } = await linkClient(server, padaria)
    const history = await client.event('messaging-history.set', ({ messages }) => messages.length > 0)
    expect(history.messages[0]).toMatchObject({
      key: { id: before.id, remoteJid: maria.jid },
      message: { conversation: 'de antes de ligar' },
    })
    await client.event('messaging-history.set', ({ contacts }) =>
      contacts.some(({ id, notify }) => id === maria.jid && notify === 'Maria'),
    )
    await client.close()
  })

  test('sends older messages when the client asks for them', async () => {
    const maria = newPhone('Maria')
    const padaria = newPhone('Padaria')
    // The link transfers fifty messages; the first of fifty-one is left out.
    const texts = Array.from({ length: 51 }, (_, index) => `mensagem ${index}`)
    const [older, known] = await maria.sayMany(padaria, texts)
    const { client } = await linkClient(server, padaria)
    const key = { remoteJid: maria.jid, fromMe: false, id: known?.id }
    await client.event('creds.update', (creds) => creds.accountSyncCounter === 1)
    await client.socket.fetchMessageHistory(10, key, Date.now())
    const onDemand = ({ syncType }: BaileysEventMap['messaging-history.set']) =>
      syncType === proto.HistorySync.HistorySyncType.ON_DEMAND
    const history = await client.event('messaging-history.set', onDemand)
    expect(history.messages.map((message) => message.key.id)).toEqual([older?.id])
    await client.close()
  })

  test('sends recent history through the media endpoint', async () => {
    const maria = newPhone('Maria')
    const { client, account } = await linkClient(server, newPhone('Padaria'))
    const at = Date.now() - 3_600_000
    await account.sendHistory(
      [{ with: maria, contactName: 'Maria do bairro', unread: 1, messages: [{ id: 'HIST1', text: 'ontem', at }] }],
      { kind: 'recent' },
    )
    const history = await client.event('messaging-history.set', ({ messages }) =>
      messages.some(({ key }) => key.id === 'HIST1'),
    )
    expect(history.contacts).toContainEqual(
      expect.objectContaining({ id: maria.jid, name: 'Maria do bairro', lid: maria.lid }),
    )
    await client.close()
  })
})

describe('two companies on the same server', () => {
  test('exchange messages', async () => {
    const padaria = await linkClient(server, newPhone('Padaria'))
    const oficina = await linkClient(server, newPhone('Oficina'))
    const sent = await padaria.client.socket.sendMessage(oficina.account.jid, { text: 'Bom dia, oficina' })
    const { messages } = await oficina.client.event('messages.upsert', has(sent?.key.id ?? ''))
    expect(messages[0]?.key).toMatchObject({ remoteJid: padaria.account.jid, fromMe: false })
    await padaria.client.status(sent?.key.id ?? '', 3)
    const answer = await oficina.client.socket.sendMessage(padaria.account.jid, { text: 'Bom dia, padaria' })
    await padaria.client.event('messages.upsert', has(answer?.key.id ?? ''))
    await Promise.all([padaria.client.close(), oficina.client.close()])
  })
})
