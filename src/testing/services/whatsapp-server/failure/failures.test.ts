import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startWhatsAppServer } from '../start-whatsapp-server'
import { connectClient, freshNumber, linkClient, type TestClient } from '../test-client'
import type { WhatsAppServer } from '../whatsapp-server.types'

let server: WhatsAppServer

beforeAll(async () => {
  server = await startWhatsAppServer()
})
afterAll(() => server.stop())

const newPhone = (name: string) => server.phone(freshNumber(), { name })
const has = (id: string) => (batch: BaileysEventMap['messages.upsert']) =>
  batch.messages.some(({ key }) => key.id === id)
const closeReason = async (client: TestClient) => {
  const { lastDisconnect } = await client.event('connection.update', (update) => update.connection === 'close')
  return (lastDisconnect?.error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode
}

/** Links a client and exchanges a message each way, so that both have sessions. */
async function linkInConversation(person: ReturnType<typeof newPhone>) {
  const linked = await linkClient(server, newPhone('Padaria'))
  const { client, account } = linked
  const said = await person.say(account, 'oi')
  await client.event('messages.upsert', has(said.id))
  await client.socket.sendMessage(person.jid, { text: 'olá' })
  await person.received((message) => message.text === 'olá')
  return linked
}

describe('connections', () => {
  test.each([515, 503, 500, 401, 440])('a stream error %i ends the connection with that code', async (code) => {
    const { client, account } = await linkClient(server, newPhone('Padaria'))
    account.streamError(code)
    expect(await closeReason(client)).toBe(code)
  })

  test('tells an unlinked device, now and on every further login', async () => {
    const { client, account } = await linkClient(server, newPhone('Padaria'))
    await account.unlink()
    expect(await closeReason(client)).toBe(401)
    expect(await closeReason(connectClient(server, client.auth))).toBe(401)
    expect(() => server.account(account.number)).toThrow()
  })

  test('unlinks when the client logs out', async () => {
    const { client, account } = await linkClient(server, newPhone('Padaria'))
    await client.socket.logout()
    await account.whenDisconnected()
    expect(await closeReason(connectClient(server, client.auth))).toBe(401)
  })

  test('replaces the first connection by a second', async () => {
    const { client, account } = await linkClient(server, newPhone('Padaria'))
    const second = connectClient(server, client.auth)
    expect(await closeReason(client)).toBe(440)
    await second.event('connection.update', (update) => update.connection === 'open')
    expect(account.logins).toBe(2)
    await second.close()
  })

  test('ends a dropped connection with 428', async () => {
    const { client } = await linkClient(server, newPhone('Padaria'))
    server.dropConnections()
    expect(await closeReason(client)).toBe(428)
  })

  test('leaves the client without an answer while silent', async () => {
    const { client } = await linkClient(server, newPhone('Padaria'))
    server.silence()
    const answered = await client.socket
      .query({ tag: 'iq', attrs: { to: 's.whatsapp.net', type: 'get', xmlns: 'w:p' } }, 100)
      .then(
        () => true,
        () => false,
      )
    expect(answered).toBe(false)
    server.speak()
    await client.close()
  })

  test('ends refused connections before they start', async () => {
    const { client } = await linkClient(server, newPhone('Padaria'))
    await client.close()
    server.refuseConnections()
    // Baileys waits for its whole connection timeout (20 s by default) when the upgrade is answered with an HTTP error.
    expect(await closeReason(connectClient(server, client.auth, { connectTimeoutMs: 200 }))).toBe(408)
    server.refuseConnections(false)
  })
})

describe('messages', () => {
  test.each([463, 479])('a message refused with %i fails with that code', async (code) => {
    const maria = newPhone('Maria')
    const { client } = await linkClient(server, newPhone('Padaria'))
    server.refuseMessages(code, 1)
    const sent = await client.socket.sendMessage(maria.jid, { text: 'não vai' })
    expect(await client.refusal(sent?.key.id ?? '')).toBe(String(code))
    await client.socket.sendMessage(maria.jid, { text: 'vai' })
    await maria.received()
    expect(maria.inbox.map(({ text }) => text)).toEqual(['vai'])
    await client.close()
  })

  test('delivers reordered messages in swapped pairs', async () => {
    const maria = newPhone('Maria')
    const { client, account } = await linkClient(server, newPhone('Padaria'))
    server.reorder()
    await maria.sayMany(account, ['um', 'dois', 'três', 'quatro'])
    await account.whenDrained()
    server.reorder(false)
    const received = client.events.flatMap((seen) =>
      seen.name === 'messages.upsert' ? (seen.data as BaileysEventMap['messages.upsert']).messages : [],
    )
    const texts = received.filter(({ key }) => key.remoteJid === maria.jid).map(({ message }) => message?.conversation)
    expect(texts).toEqual(['dois', 'um', 'quatro', 'três'])
    await client.close()
  })

  test('delays what it sends when slow', async () => {
    const maria = newPhone('Maria')
    const { client, account } = await linkClient(server, newPhone('Padaria'))
    await account.whenDrained()
    server.slow(150)
    const started = performance.now()
    const said = await maria.say(account, 'devagar')
    await client.event('messages.upsert', has(said.id))
    server.slow(0)
    expect(performance.now() - started).toBeGreaterThanOrEqual(140)
    await client.close()
  })

  test('delivers a message whose ack is withheld', async () => {
    const maria = newPhone('Maria')
    const { client } = await linkClient(server, newPhone('Padaria'))
    server.withholdAcks()
    await client.socket.sendMessage(maria.jid, { text: 'sem resposta' })
    await maria.received((message) => message.text === 'sem resposta')
    server.withholdAcks(false)
    await client.close()
  })
})

describe('lost sessions', () => {
  test('continues a conversation after a person reinstalled WhatsApp', async () => {
    const maria = newPhone('Maria')
    const { client, account } = await linkInConversation(maria)
    await maria.reinstall()
    await client.socket.sendMessage(maria.jid, { text: 'celular novo?' })
    await maria.received((message) => message.text === 'celular novo?')
    const answer = await maria.say(account, 'sim')
    await client.event('messages.upsert', has(answer.id))
    await client.close()
  })

  test('delivers to a person without sessions in a group, too', async () => {
    const maria = newPhone('Maria')
    const { client, account } = await linkClient(server, newPhone('Padaria'))
    const group = await server.createGroup({ subject: 'Rua', creator: maria, members: [account] })
    await client.socket.sendMessage(group.jid, { text: 'um' })
    await maria.received((message) => message.text === 'um')
    maria.loseSessions()
    await client.socket.sendMessage(group.jid, { text: 'dois' })
    await maria.received((message) => message.text === 'dois')
    const said = await maria.say(group, 'três')
    await client.event('messages.upsert', has(said.id))
    await client.close()
  })

  test('delivers to a person without sessions after a retry', async () => {
    const maria = newPhone('Maria')
    const { client } = await linkInConversation(maria)
    maria.loseSessions()
    const sent = await client.socket.sendMessage(maria.jid, { text: 'você me ouve?' })
    await maria.received((message) => message.text === 'você me ouve?')
    expect(maria.deliveries(sent?.key.id ?? '')).toBe(1)
    await client.close()
  })

  test('delivers to a client without sessions after a retry', async () => {
    const maria = newPhone('Maria')
    const { client, account } = await linkInConversation(maria)
    const lid = maria.lid.split('@')[0]
    await client.socket.authState.keys.set({ session: { [`${lid}_1.0`]: null } })
    const lost = await maria.say(account, 'chegou?')
    const isReadable = (batch: BaileysEventMap['messages.upsert']) =>
      batch.messages.some(({ key, message }) => key.id === lost.id && message?.conversation === 'chegou?')
    await client.event('messages.upsert', isReadable)
    await account.whenDrained()
    await client.close()
  })
})
