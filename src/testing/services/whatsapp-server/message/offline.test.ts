import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWhatsAppServer } from '../start-whatsapp-server'
import { connectClient, freshNumber, linkClient, type TestClient } from '../test-client'
import type { WhatsAppServer } from '../whatsapp-server.types'

let server: WhatsAppServer

beforeAll(async () => {
  server = await startWhatsAppServer()
})
afterAll(() => server.stop())

const newPhone = (name: string) => server.phone(freshNumber(), { name })
const isOpen = (update: BaileysEventMap['connection.update']) => update.connection === 'open'
const has = (id: string) => (batch: BaileysEventMap['messages.upsert']) =>
  batch.messages.some(({ key }) => key.id === id)

const upsertsOf = (client: TestClient, id: string) =>
  client.events.filter(
    (seen) => seen.name === 'messages.upsert' && has(id)(seen.data as BaileysEventMap['messages.upsert']),
  )

describe('a client that was offline', () => {
  test('sends the backlog, marked as offline, when it returns', async () => {
    const maria = newPhone('Maria')
    const { client, account } = await linkClient(server, newPhone('Padaria'))
    await account.whenDrained()
    await client.close()
    await account.whenDisconnected()
    const texts = ['oi', 'tem alguém?', 'desisto']
    const said = await maria.sayMany(account, texts)
    expect(account.unacknowledged).toBe(3)

    const back = connectClient(server, client.auth)
    const last = await back.event('messages.upsert', has(said[2]?.id ?? ''))
    expect(last.type).toBe('append')
    await account.whenDrained()
    const received = back.events.flatMap((seen) =>
      seen.name === 'messages.upsert' ? (seen.data as BaileysEventMap['messages.upsert']).messages : [],
    )
    expect(received.map(({ message }) => message?.conversation)).toEqual(texts)
    await back.event('connection.update', (update) => update.receivedPendingNotifications === true)
    await back.close()
  })

  test('resends what was not acknowledged when it died', async () => {
    const maria = newPhone('Maria')
    const { client, account } = await linkClient(server, newPhone('Padaria'))
    await account.whenDrained()
    // The server stops reading: later acknowledgements of the client are lost, as if it had been killed.
    const said = await maria.say(account, 'você viu?')
    server.silence()
    await client.event('messages.upsert', has(said.id))
    account.drop()
    await account.whenDisconnected()
    server.speak()
    expect(account.unacknowledged).toBe(1)

    const back = connectClient(server, client.auth)
    await account.whenDrained()
    // The client has used the message's key already, so it rejects the copy or requests a new one; the message never
    // remains queued.
    expect(account.unacknowledged).toBe(0)
    await back.close()
  })

  test('resends acknowledged messages when the server replays them', async () => {
    const maria = newPhone('Maria')
    const { client, account } = await linkClient(server, newPhone('Padaria'))
    const question = await maria.say(account, 'primeira')
    await client.event('messages.upsert', has(question.id))
    await client.socket.sendMessage(maria.jid, { text: 'resposta' })
    await maria.received()
    const again = await maria.say(account, 'de novo')
    await client.event('messages.upsert', has(again.id))
    await account.whenDrained()
    expect(server.replay(account)).toBeGreaterThanOrEqual(2)
    await account.whenDrained()
    // The first message of a session is recognised as used; a later one is requested again and arrives twice.
    expect(account.nacks).toContainEqual({ stanzaId: question.id, error: '487' })
    expect(upsertsOf(client, question.id)).toHaveLength(1)
    await client.event('messages.upsert', () => upsertsOf(client, again.id).length >= 2)
    await client.close()
  })
})

describe('a server with a state file', () => {
  test('keeps accounts, sessions and queues across a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'whatsapp-server-'))
    const stateFile = join(folder, 'state.sqlite')
    const before = await startWhatsAppServer({ stateFile })
    const shopNumber = freshNumber()
    const mariaNumber = freshNumber()
    const { client, account } = await linkClient(before, before.phone(shopNumber))
    const maria = before.phone(mariaNumber, { name: 'Maria' })
    const first = await maria.say(account, 'antes')
    await client.event('messages.upsert', has(first.id))
    await client.socket.sendMessage(maria.jid, { text: 'resposta' })
    await maria.received()
    await client.close()
    await account.whenDisconnected()
    const waiting = await maria.say(account, 'durante')
    await before.stop()

    const after = await startWhatsAppServer({ stateFile })
    const mariaAgain = after.phone(mariaNumber)
    expect(mariaAgain).toMatchObject({ name: 'Maria', lid: maria.lid })
    expect(mariaAgain.inbox.map(({ text }) => text)).toEqual(['resposta'])
    const back = connectClient(after, client.auth)
    const { messages } = await back.event('messages.upsert', has(waiting.id))
    expect(messages[0]?.message?.conversation).toBe('durante')
    await back.event('connection.update', isOpen)
    const later = await mariaAgain.say(shopNumber, 'depois')
    const received = await back.event('messages.upsert', has(later.id))
    expect(received.messages[0]?.message?.conversation).toBe('depois')
    await back.socket.sendMessage(maria.jid, { text: 'tudo certo' })
    await mariaAgain.received((message) => message.text === 'tudo certo')
    await back.close()
    await after.stop()
    rmSync(folder, { recursive: true })
  })
})

describe('the phone behind the client', () => {
  test('sends its copy of a message that the client could not read', async () => {
    const maria = newPhone('Maria')
    const { client, account } = await linkClient(server, newPhone('Padaria'))
    const said = await maria.say(account, 'perdida')
    const batch = await client.event('messages.upsert', has(said.id))
    const key = batch.messages[0]?.key
    await client.socket.requestPlaceholderResend({ ...key })
    await client.event('messages.upsert', () => upsertsOf(client, said.id).length === 2)
    await client.close()
  })
})

describe('deliveries', () => {
  test('counts deliveries per message, so that duplicates are detected', async () => {
    const maria = newPhone('Maria')
    const { client } = await linkClient(server, newPhone('Padaria'))
    const sent = await client.socket.sendMessage(maria.jid, { text: 'uma vez' })
    await client.socket.sendMessage(maria.jid, { text: 'uma vez' }, { messageId: sent?.key.id ?? '' })
    await maria.received(() => maria.deliveries(sent?.key.id ?? '') === 2)
    await client.close()
  })
})
