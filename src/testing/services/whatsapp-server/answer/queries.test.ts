import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startWhatsAppServer } from '../start-whatsapp-server'
import { freshNumber, linkClient, type TestClient } from '../test-client'
import type { Account } from '../account/phone.types'
import type { Phone, WhatsAppServer } from '../whatsapp-server.types'

let server: WhatsAppServer
let client: TestClient
let account: Account
let maria: Phone
const requested: string[] = []
const answered: string[] = []

beforeAll(async () => {
  server = await startWhatsAppServer({
    onStanza: (direction, stanza) => {
      const id = /^<iq .*?\bid='([^']+)'/.exec(stanza)?.[1]
      if (id && /^<iq [^>]*type='(get|set)'/.test(stanza) && direction === 'received') requested.push(id)
      if (id && direction === 'sent') answered.push(id)
    },
  })
  const linked = await linkClient(server, server.phone(freshNumber(), { name: 'Padaria' }))
  client = linked.client
  account = linked.account
  maria = server.phone(freshNumber(), { name: 'Maria', about: 'Só mensagem' })
})
afterAll(async () => {
  await client.close()
  await server.stop()
})

describe('queries of the client', () => {
  test('finds who is on WhatsApp', async () => {
    const gone = server.phone(freshNumber())
    await gone.uninstall()
    const found = await client.socket.onWhatsApp(maria.number, gone.number)
    expect(found).toEqual([{ jid: maria.jid, exists: true }])
  })

  test('finds a Brazilian mobile with and without its ninth digit', async () => {
    server.phone('551188887766')
    const found = await client.socket.onWhatsApp('5511988887766')
    expect(found).toEqual([{ jid: '551188887766@s.whatsapp.net', exists: true }])
  })

  test('returns about text, profile picture and business profile', async () => {
    expect(await client.socket.fetchStatus(maria.jid)).toMatchObject([
      { id: maria.jid, status: { status: 'Só mensagem' } },
    ])
    await expect(client.socket.profilePictureUrl(maria.jid)).rejects.toThrow('item-not-found')
    await maria.setPicture(new Uint8Array([1, 2, 3]))
    await client.event('contacts.update', (contacts) =>
      contacts.some(({ id, imgUrl }) => id === maria.jid && imgUrl === 'changed'),
    )
    const url = new URL((await client.socket.profilePictureUrl(maria.jid)) ?? '')
    const picture = await fetch(`${server.mediaUrl}${url.pathname}${url.search}`)
    expect(await picture.bytes()).toEqual(new Uint8Array([1, 2, 3]))
    expect(await client.socket.getBusinessProfile(maria.jid)).toBeUndefined()
  })

  test('holds back the messages of a blocked person', async () => {
    const pest = server.phone(freshNumber())
    await client.socket.onWhatsApp(pest.number)
    await client.socket.signalRepository.lidMapping.storeLIDPNMappings([{ lid: pest.lid, pn: pest.jid }])
    await client.socket.updateBlockStatus(pest.jid, 'block')
    expect(await client.socket.fetchBlocklist()).toEqual([pest.lid])
    await account.whenDrained()
    await pest.say(account, 'compre já')
    expect(account.unacknowledged).toBe(0)
    await client.socket.updateBlockStatus(pest.jid, 'unblock')
    expect(await client.socket.fetchBlocklist()).toEqual([])
  })

  test('returns settings, keys and account standing', async () => {
    expect(await client.socket.fetchPrivacySettings(true)).toMatchObject({ readreceipts: 'all' })
    await client.socket.digestKeyBundle()
    await client.socket.rotateSignedPreKey()
    await client.socket.updateProfileStatus('Aberto')
    expect(await client.socket.fetchAccountReachoutTimelock()).toMatchObject({ isActive: false })
    await client.socket.fetchNewChatMessageCap()
    await client.socket.updateDefaultDisappearingMode(0)
    await client.socket.getBotListV2()
    const media = await client.socket.refreshMediaConn(true)
    expect(media.hosts[0]?.hostname).toBe('mmg.whatsapp.net')
  })

  test('passes archiving on one device to another', async () => {
    const second = await linkClient(server, account.phone)
    await second.client.event('creds.update', (creds) => creds.accountSyncCounter === 1)
    const said = await maria.say(account, 'arquive-me')
    const batch = await client.event('messages.upsert', ({ messages }) =>
      messages.some(({ key }) => key.id === said.id),
    )
    const lastMessages = batch.messages.map(({ key, messageTimestamp }) => ({ key, messageTimestamp }))
    await client.socket.chatModify({ archive: true, lastMessages }, maria.jid)
    await second.client.event('chats.update', (chats) =>
      chats.some(({ id, archived }) => id === maria.jid && archived === true),
    )
    await second.client.close()
  })

  test('has answered every query', () => {
    expect(requested.length).toBeGreaterThan(20)
    expect(requested.filter((id) => !answered.includes(id))).toEqual([])
  })
})
