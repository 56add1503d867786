import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { freshNumber, type LinkedShop, startLinkedShop, type TestClient } from '../test-client'
import type { Account } from './phone.types'
import type { Addressing, Group, Phone, WhatsAppServer } from '../whatsapp-server.types'

let shop: LinkedShop
let server: WhatsAppServer
let client: TestClient
let account: Account

beforeAll(async () => {
  shop = await startLinkedShop()
  ;({ server, client, account } = shop)
})
afterAll(() => shop.stop())

const newPerson = (name: string) => server.phone(freshNumber(), { name })
const has = (id: string) => (batch: BaileysEventMap['messages.upsert']) =>
  batch.messages.some(({ key }) => key.id === id)

async function newGroup(addressing: Addressing): Promise<{ group: Group; maria: Phone; joao: Phone }> {
  const maria = newPerson('Maria')
  const joao = newPerson('João')
  const group = await server.createGroup({
    subject: 'Condomínio',
    creator: maria,
    members: [joao, account],
    addressing,
  })
  await client.event('groups.upsert', (groups) => groups.some(({ id }) => id === group.jid))
  return { group, maria, joao }
}

describe.each(['lid', 'pn'] as const)('a group with %s addressing', (addressing) => {
  test('has metadata', async () => {
    const { group, maria } = await newGroup(addressing)
    const metadata = await client.socket.groupMetadata(group.jid)
    expect(metadata).toMatchObject({ id: group.jid, subject: 'Condomínio', addressingMode: addressing, size: 3 })
    const creator = addressing === 'lid' ? { id: maria.lid, phoneNumber: maria.jid } : { id: maria.jid, lid: maria.lid }
    expect(metadata.participants[0]).toMatchObject({ ...creator, admin: 'superadmin' })
  })

  test('carries messages from people to the client, with a sender key sent once', async () => {
    const { group, maria } = await newGroup(addressing)
    for (const text of ['primeira', 'segunda']) {
      const said = await maria.say(group, text)
      const { messages } = await client.event('messages.upsert', has(said.id))
      const [participant, participantAlt] = addressing === 'lid' ? [maria.lid, maria.jid] : [maria.jid, maria.lid]
      expect(messages[0]).toMatchObject({
        key: { remoteJid: group.jid, participant, participantAlt },
        message: { conversation: text },
      })
    }
    await account.whenDrained()
  })

  test('carries messages from the client to everybody, with a receipt from each', async () => {
    const { group, maria, joao } = await newGroup(addressing)
    for (const text of ['oi', 'alguém?']) {
      const sent = await client.socket.sendMessage(group.jid, { text })
      for (const person of [maria, joao]) {
        const received = await person.received((message) => message.text === text)
        expect(received).toMatchObject({ chat: group.jid, from: account.jid, id: sent?.key.id })
      }
    }
    const received = await maria.received((message) => message.text === 'oi')
    await maria.markRead(received)
    const isRead = (receipts: BaileysEventMap['message-receipt.update']) =>
      receipts.some(({ key, receipt }) => key.id === received.id && receipt.readTimestamp)
    await client.event('message-receipt.update', isRead)
  })
})

test('messages typed on the account’s phone in a group reach everybody, and the client as its own', async () => {
  const { group, maria } = await newGroup('lid')
  const typed = await account.typeOnPhone(group, 'do celular')
  await maria.received((message) => message.text === 'do celular')
  const { messages } = await client.event('messages.upsert', has(typed.id))
  expect(messages[0]?.key).toMatchObject({ fromMe: true, remoteJid: group.jid })
})

describe('changes of a group', () => {
  test('people join, leave and are promoted, and the subject changes', async () => {
    const { group, maria, joao } = await newGroup('lid')
    const ana = newPerson('Ana')
    const change = (action: string) => (update: BaileysEventMap['group-participants.update']) =>
      update.id === group.jid && update.action === action
    await group.add(maria, ana)
    const added = await client.event('group-participants.update', change('add'))
    expect(added.participants[0]).toMatchObject({ id: ana.lid, phoneNumber: ana.jid })
    await group.promote(maria, joao)
    await client.event('group-participants.update', change('promote'))
    await group.remove(maria, joao)
    await client.event('group-participants.update', change('remove'))
    await group.changeSubject(maria, 'Prédio')
    await client.event('groups.update', (groups) =>
      groups.some(({ id, subject }) => id === group.jid && subject === 'Prédio'),
    )
    expect(group.members).toEqual([maria.jid, account.jid, ana.jid])
  })

  test('lets the client create, rename and leave a group', async () => {
    const maria = newPerson('Maria')
    const created = await client.socket.groupCreate('Entregas', [maria.jid])
    await client.socket.groupUpdateSubject(created.id, 'Entregas 2')
    expect(server.group(created.id).subject).toBe('Entregas 2')
    expect(Object.keys(await client.socket.groupFetchAllParticipating())).toContain(created.id)
    await client.socket.groupLeave(created.id)
    expect(server.group(created.id).members).toEqual([maria.jid])
  })
})
