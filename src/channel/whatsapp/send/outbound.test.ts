import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dot } from '../../../testing/media/dot'
import type { Account } from '../../../testing/services/whatsapp-server/account/phone.types'
import type { Phone } from '../../../testing/services/whatsapp-server/whatsapp-server.types'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../../testing/whatsapp/whatsapp-world'
import { type Channel, ChannelError, type OutgoingContent } from '../../channel'

let world: WhatsAppWorld
let account: Account
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recado-outbound-'))
  world = await createWhatsAppWorld({ whatsapp: { ackTimeoutMs: 2_000 } })
  account = await world.pair('5511900000001', { name: 'Padaria' })
})
afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true, force: true })
})

let last = 5511960000000
const person = (options = {}): Phone => world.server.phone(String(++last), { name: 'Maria', ...options })
const channel = () => world.connections.channel(1, 1) as Required<Channel>
const phoneOf = ({ number }: Phone) => ({ kind: 'phone' as const, value: number })
let lastId = 0
const newId = () => `3EB0${String(++lastId).padStart(18, '0')}`

async function send(to: Phone, content: OutgoingContent, more = {}) {
  const id = newId()
  await channel().send({ id, to: phoneOf(to), content, ...more })
  return to.received((message) => message.id === id)
}

async function file(name: string, bytes: Uint8Array | string, mimeType: string, voiceNote = false) {
  const path = join(folder, name)
  await Bun.write(path, bytes)
  return { path, name, mimeType, voiceNote }
}

const failure = (work: Promise<unknown>): Promise<ChannelError> =>
  work.then(
    () => {
      throw new Error('It was taken')
    },
    (error: ChannelError) => error,
  )

test('sends a text once, under our id, to either address', async () => {
  const maria = person()
  const got = await send(maria, { kind: 'text', text: 'Olá, https://exemplo.com' })
  expect(got).toMatchObject({ text: 'Olá, https://exemplo.com', from: account.jid })
  const id = newId()
  await channel().send({
    id,
    to: { kind: 'lid', value: maria.lid.split('@')[0] ?? '' },
    content: { kind: 'text', text: 'LID' },
  })
  await maria.received((message) => message.id === id)
  expect(maria.deliveries(id)).toBe(1)
})

test('sends files of every kind that the other side can open', async () => {
  const maria = person()
  const files = [
    [await file('foto.png', await new Bun.Image(dot).png().bytes(), 'image/png'), 'imageMessage'],
    [await file('filme.mp4', new Uint8Array(2000).fill(9), 'video/mp4'), 'videoMessage'],
    [await file('voz.mp3', new Uint8Array(3000).fill(8), 'audio/mpeg', true), 'audioMessage'],
    [await file('conta.pdf', '%PDF-1.4', 'application/pdf'), 'documentMessage'],
  ] as const
  for (const [sent, part] of files) {
    const got = await send(maria, { kind: 'file', file: sent, caption: part === 'audioMessage' ? '' : 'legenda' })
    expect(Object.keys(got.message)).toContain(part)
    expect(Buffer.from(await maria.download(got)).equals(Buffer.from(await Bun.file(sent.path).bytes()))).toBe(true)
  }
  const voice = maria.inbox.find(({ message }) => message.audioMessage)
  expect(voice?.message.audioMessage?.ptt).toBe(true)
  const document = maria.inbox.find(({ message }) => message.documentMessage)
  expect(document?.message.documentMessage).toMatchObject({ fileName: 'conta.pdf', caption: 'legenda' })
})

test('sends a contact card and a location', async () => {
  const maria = person()
  const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Zé\nEND:VCARD'
  expect((await send(maria, { kind: 'contact', name: 'Zé', vcard })).message.contactMessage).toMatchObject({
    displayName: 'Zé',
    vcard,
  })
  const place = await send(maria, { kind: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' })
  expect(place.message.locationMessage).toMatchObject({ degreesLatitude: -23.5, name: 'Loja' })
})

test('sends a quote and a forward', async () => {
  const maria = person()
  const question = await maria.say(account, 'tem pão?')
  await until(() => world.messages().some((message) => message['provider_id'] === question.id), 'the question')
  const key = { remoteJid: maria.jid, id: question.id, fromMe: false }
  const got = await send(
    maria,
    { kind: 'text', text: 'tem!' },
    { quoted: { key, text: 'tem pão?', fromMe: false }, forwarded: true },
  )
  expect(got).toMatchObject({ quotedId: question.id, forwarded: true })
})

test('sends an edit, a reaction and a deletion with the id alone', async () => {
  const maria = person()
  const { id } = await send(maria, { kind: 'text', text: 'eror' })
  const key = { id, fromMe: true }
  await channel().edit(phoneOf(maria), key, 'erro')
  await maria.received(({ message }) => message.protocolMessage?.key?.id === id || Boolean(message.editedMessage))
  await channel().react(phoneOf(maria), key, '🎉')
  await maria.received(({ message }) => message.reactionMessage?.text === '🎉')
  await channel().delete(phoneOf(maria), key)
  await maria.received(({ message }) => message.protocolMessage?.type === 0)
})

test('sends read marks, played marks and typing to the other side', async () => {
  const maria = person()
  const { id } = await maria.say(account, 'lê aí')
  await until(() => world.messages().some((message) => message['provider_id'] === id), 'it')
  const key = { remoteJid: maria.jid, id, fromMe: false }
  await channel().markRead([key])
  await maria.receiptSeen(id, 'read')
  await channel().markRead([key], true)
  await maria.receiptSeen(id, 'played')
  for (const state of ['composing', 'recording', 'paused'] as const) {
    await channel().setTyping(phoneOf(maria), state)
    await maria.presenceSeen(state)
  }
})

test('converts the recipient’s receipts to delivery states', async () => {
  const maria = person()
  const { id } = await maria.say(account, 'oi')
  await until(() => world.messages().some((message) => message['provider_id'] === id), 'a ticket')
  const ticket = world.messages().find((message) => message['provider_id'] === id)?.['ticket_id']
  const ana = await world.as(world.ana)
  await ana.put(`/tickets/${ticket}`, { status: 'open', queueId: 1 })
  const answer = await ana.post(`/messages/${ticket}`, { body: 'Olá Maria' })
  expect(answer.status).toBe(200)
  const got = await maria.received(({ text }) => text === 'Olá Maria')
  const ack = () => world.messages().find((message) => message['provider_id'] === got.id)?.['ack']
  await until(() => ack() === 2, 'delivered')
  await maria.markRead(got)
  await until(() => ack() === 3, 'read')
  expect(maria.deliveries(got.id)).toBe(1)
})

test('resends a message to a phone that lost its sessions', async () => {
  const maria = person()
  await send(maria, { kind: 'text', text: 'um' })
  maria.loseSessions()
  const got = await send(maria, { kind: 'text', text: 'dois' })
  expect(got.text).toBe('dois')
})

test('sends to a group, and fetches its members once', async () => {
  const maria = person()
  const group = await world.server.createGroup({ subject: 'Equipe', creator: account.number, members: [maria] })
  const to = { kind: 'group' as const, value: group.jid.split('@')[0] ?? '' }
  const id = newId()
  await channel().send({ id, to, content: { kind: 'text', text: 'reunião' } })
  expect((await maria.received((message) => message.id === id)).chat).toBe(group.jid)
})

test('looks up numbers, fetches pictures and rejects calls', async () => {
  const maria = person()
  const lid = { kind: 'lid' as const, value: maria.lid.split('@')[0] ?? '' }
  expect(await channel().checkNumbers([maria.number])).toEqual([{ addresses: [phoneOf(maria), lid] }])
  expect(await channel().checkNumbers(['5511900009999'])).toEqual([undefined])
  expect(await channel().fetchPicture(phoneOf(maria))).toBeUndefined()
  await maria.setPicture(Buffer.from('imagem'))
  expect(Buffer.from((await channel().fetchPicture(phoneOf(maria))) ?? []).toString()).toBe('imagem')
  const call = await maria.call(account)
  await channel().rejectCall(call.id, phoneOf(maria))
  await until(() => call.rejected, 'the call to be refused')
})

test('maps the server’s rejections to the errors common to all channels', async () => {
  const maria = person()
  const trying = () =>
    failure(channel().send({ id: newId(), to: phoneOf(maria), content: { kind: 'text', text: 'x' } }))
  world.server.refuseMessages(463)
  expect(await trying()).toMatchObject({
    reason: 'limited',
    message: expect.stringContaining('463'),
    retryAfterMs: 5_000,
  })
  world.server.refuseMessages(400)
  expect(await trying()).toMatchObject({ reason: 'refused' })
  world.server.refuseMessages(479, 1)
  await channel().send({ id: newId(), to: phoneOf(maria), content: { kind: 'text', text: 'na segunda' } })
  await maria.received(({ text }) => text === 'na segunda')
  world.server.refuseMessages(479)
  expect(await trying()).toMatchObject({ reason: 'refused' })
  world.server.acceptMessages()
})

test('reports a missing answer as uncertain, and resends as the same message', async () => {
  const maria = person()
  world.server.withholdAcks()
  const id = newId()
  const message = { id, to: phoneOf(maria), content: { kind: 'text' as const, text: 'talvez' } }
  expect(await failure(channel().send(message))).toMatchObject({ reason: 'uncertain' })
  world.server.withholdAcks(false)
  await channel().send(message)
  await until(() => maria.deliveries(id) === 2, 'the second copy')
  // Phones show one id once. A second id would be a second message.
  expect(maria.inbox.every((got) => got.id === id)).toBe(true)
})

test('sends nothing after a failed upload and allows a retry, but not for a missing file', async () => {
  const maria = person()
  const absent = { path: join(folder, 'nada'), name: 'nada', mimeType: 'text/plain' }
  const attempt = (sent: typeof absent) =>
    failure(channel().send({ id: newId(), to: phoneOf(maria), content: { kind: 'file', file: sent, caption: '' } }))
  expect(await attempt(absent)).toMatchObject({ reason: 'refused' })
  world.server.failUploads(503)
  expect(await attempt(await file('a.txt', 'a', 'text/plain'))).toMatchObject({
    reason: 'limited',
    retryAfterMs: 5_000,
  })
  world.server.failUploads(0)
  expect(maria.inbox).toEqual([])
})

test('sends nothing while the session is down', async () => {
  const open = channel()
  world.server.refuseConnections()
  account.drop()
  await world.whenStatus('TIMEOUT')
  expect(world.connections.channel(1, 1)).toBeUndefined()
  const message = { id: newId(), to: phoneOf(person()), content: { kind: 'text' as const, text: 'x' } }
  expect(await failure(open.send(message))).toMatchObject({ reason: 'offline' })
  world.server.refuseConnections(false)
  await world.whenStatus('CONNECTED')
})
