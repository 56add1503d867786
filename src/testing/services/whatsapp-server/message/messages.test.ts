import { type BaileysEventMap, WAMessageStatus } from '@whiskeysockets/baileys'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { freshNumber, type LinkedShop, startLinkedShop, type TestClient } from '../test-client'
import type { Account } from '../account/phone.types'
import type { Phone, WhatsAppServer } from '../whatsapp-server.types'

let shop: LinkedShop
let server: WhatsAppServer
let client: TestClient
let account: Account

beforeAll(async () => {
  shop = await startLinkedShop()
  ;({ server, client, account } = shop)
})
afterAll(() => shop.stop())

const newPerson = (options = {}): Phone => server.phone(freshNumber(), { name: 'Maria', ...options })

const upsertOf = async (id: string) => {
  const { messages } = await client.event('messages.upsert', ({ messages }) =>
    messages.some(({ key }) => key.id === id),
  )
  return messages.find(({ key }) => key.id === id)
}

describe('messages to the client', () => {
  test('a text from a phone-number-addressed person arrives with its LID as the alternative', async () => {
    const maria = newPerson()
    const sent = await maria.say(account, 'Bom dia')
    const received = await upsertOf(sent.id)
    expect(received).toMatchObject({
      key: { remoteJid: maria.jid, remoteJidAlt: maria.lid, fromMe: false, addressingMode: 'pn' },
      message: { conversation: 'Bom dia' },
      pushName: 'Maria',
    })
    await account.whenDrained()
    expect(account.nacks).toEqual([])
  })

  test('a thousand texts sent in bursts arrive once and in order', async () => {
    const maria = newPerson()
    const texts = Array.from({ length: 1000 }, (_, index) => `mensagem ${index}`)
    await maria.sayMany(account, texts)
    await account.whenDrained()
    const received = client.events.flatMap((seen) =>
      seen.name === 'messages.upsert' ? (seen.data as BaileysEventMap['messages.upsert']).messages : [],
    )
    const fromMaria = received.filter(({ key }) => key.remoteJid === maria.jid)
    expect(fromMaria.map(({ message }) => message?.conversation)).toEqual(texts)
  })

  test('a text from a LID-addressed person arrives with its number as the alternative', async () => {
    const maria = newPerson({ addressing: 'lid' })
    const sent = await maria.say(account, 'Oi')
    expect(await upsertOf(sent.id)).toMatchObject({
      key: { remoteJid: maria.lid, remoteJidAlt: maria.jid, addressingMode: 'lid' },
    })
  })
})

describe('messages from the client', () => {
  test('reach the person, are acknowledged and get delivery, read and played receipts', async () => {
    const maria = newPerson()
    const sent = await client.socket.sendMessage(maria.jid, { text: 'Seu pedido saiu' })
    const id = sent?.key.id ?? ''
    const received = await maria.received((message) => message.text === 'Seu pedido saiu')
    expect(received).toMatchObject({ id, from: account.jid, chat: account.jid })
    await client.status(id, WAMessageStatus.DELIVERY_ACK)
    await maria.markRead(received)
    await client.status(id, WAMessageStatus.READ)
    await maria.markPlayed(received)
    await client.status(id, WAMessageStatus.PLAYED)
  })

  test('reading on the client reaches the person who wrote', async () => {
    const maria = newPerson()
    const sent = await maria.say(account, 'Chegou?')
    const received = await upsertOf(sent.id)
    await maria.receiptSeen(sent.id, 'delivered')
    await client.socket.readMessages(received ? [received.key] : [])
    expect(await maria.receiptSeen(sent.id, 'read')).toEqual({ messageId: sent.id, kind: 'read', from: account.jid })
  })

  test('a message addressed to a LID reaches the same person', async () => {
    const maria = newPerson()
    await client.socket.sendMessage(maria.lid, { text: 'por LID' })
    const received = await maria.received((message) => message.text === 'por LID')
    expect(received).toMatchObject({ addressedTo: maria.lid, from: account.jid })
  })

  test('a conversation goes back and forth over ratchet steps', async () => {
    const maria = newPerson()
    for (const round of [1, 2, 3]) {
      const question = await maria.say(account, `pergunta ${round}`)
      expect((await upsertOf(question.id))?.message?.conversation).toBe(`pergunta ${round}`)
      await client.socket.sendMessage(maria.jid, { text: `resposta ${round}` })
      await maria.received((message) => message.text === `resposta ${round}`)
    }
  })
})
