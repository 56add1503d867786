import { type BaileysEventMap, downloadMediaMessage, type WAMessage } from '@whiskeysockets/baileys'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startWhatsAppServer } from '../start-whatsapp-server'
import { freshNumber, linkClient, routeMediaTo, type TestClient } from '../test-client'
import type { Account } from '../account/phone.types'
import type { ChatMessage, Phone, WhatsAppServer } from '../whatsapp-server.types'

let server: WhatsAppServer
let client: TestClient
let account: Account
let maria: Phone
let restoreFetch: () => void

beforeAll(async () => {
  server = await startWhatsAppServer()
  restoreFetch = routeMediaTo(server)
  const linked = await linkClient(server, server.phone(freshNumber(), { name: 'Padaria' }))
  client = linked.client
  account = linked.account
  maria = server.phone(freshNumber(), { name: 'Maria' })
})
afterAll(async () => {
  await client.close()
  restoreFetch()
  await server.stop()
})

const bytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

async function upsertOf(sent: ChatMessage): Promise<WAMessage> {
  const batch = await client.event('messages.upsert', ({ messages }) => messages.some(({ key }) => key.id === sent.id))
  const message = batch.messages.find(({ key }) => key.id === sent.id)
  if (!message) throw new Error('unreachable')
  return message
}

const download = (message: WAMessage) => downloadMediaMessage(message, 'buffer', {})

describe('people can send', () => {
  test('a quoted answer', async () => {
    await client.socket.sendMessage(maria.jid, { text: 'Qual o sabor?' })
    const question = await maria.received((message) => message.text === 'Qual o sabor?')
    const { message } = await upsertOf(await maria.say(account, 'Chocolate', { quoted: question }))
    expect(message?.extendedTextMessage).toMatchObject({
      text: 'Chocolate',
      contextInfo: { stanzaId: question.id, quotedMessage: { extendedTextMessage: { text: 'Qual o sabor?' } } },
    })
  })

  test('an image with caption, a video, a document and a sticker, which the client can download', async () => {
    const content = bytes(5000)
    const image = await upsertOf(await maria.sendImage(account, { bytes: content, caption: 'foto' }))
    expect(image.message?.imageMessage?.caption).toBe('foto')
    const video = await upsertOf(await maria.sendVideo(account, { bytes: content }))
    const document = await upsertOf(await maria.sendDocument(account, { bytes: content, fileName: 'nota.pdf' }))
    expect(document.message?.documentMessage?.fileName).toBe('nota.pdf')
    const sticker = await upsertOf(await maria.sendSticker(account, { bytes: content }))
    for (const received of [image, video, document, sticker]) {
      expect(Buffer.compare(await download(received), content)).toBe(0)
    }
  })

  test('a voice note', async () => {
    const content = bytes(2000)
    const received = await upsertOf(await maria.sendAudio(account, { bytes: content, voice: true, seconds: 3 }))
    expect(received.message?.audioMessage).toMatchObject({ ptt: true, seconds: 3 })
    expect(Buffer.compare(await download(received), content)).toBe(0)
  })

  test('a location, a contact card and a forwarded message', async () => {
    const location = await upsertOf(
      await maria.sendLocation(account, { latitude: -23.5, longitude: -46.6, name: 'Casa' }),
    )
    expect(location.message?.locationMessage).toMatchObject({ degreesLatitude: -23.5, name: 'Casa' })
    const contact = await upsertOf(await maria.sendContact(account, { name: 'João', number: '5511988887777' }))
    expect(contact.message?.contactMessage?.vcard).toContain('waid=5511988887777')
    const said = await maria.say(account, 'corrente')
    const forwarded = await upsertOf(await maria.forward(account, said))
    expect(forwarded.message?.extendedTextMessage?.contextInfo?.isForwarded).toBe(true)
  })

  test('a reaction, an edit and a revoke, each naming the right message', async () => {
    await client.socket.sendMessage(maria.jid, { text: 'Gostou?' })
    const question = await maria.received((message) => message.text === 'Gostou?')
    await maria.react(question, '❤️')
    const [reaction] = await client.event('messages.reaction', (all) => all.some(({ key }) => key.id === question.id))
    expect(reaction).toMatchObject({ key: { fromMe: true, remoteJid: maria.jid }, reaction: { text: '❤️' } })

    const said = await maria.say(account, 'sin')
    await maria.edit(said, 'sim')
    const isAbout = (updates: BaileysEventMap['messages.update']) => updates.some(({ key }) => key.id === said.id)
    const [edited] = await client.event('messages.update', isAbout)
    expect(edited?.update.message?.editedMessage?.message?.conversation).toBe('sim')
    await maria.revoke(said)
    const isRevoke = (updates: BaileysEventMap['messages.update']) =>
      isAbout(updates) && updates.some(({ update }) => update.message === null)
    await client.event('messages.update', isRevoke)
  })
})

describe('the client can send', () => {
  test('an image, which the person can download', async () => {
    const content = Buffer.from(bytes(4000))
    // A thumbnail of its own spares the client the image libraries it would otherwise look for.
    await client.socket.sendMessage(maria.jid, { image: content, caption: 'cardápio', jpegThumbnail: 'AAAA' })
    const received = await maria.received((message) => message.text === 'cardápio')
    expect(Buffer.compare(await maria.download(received), content)).toBe(0)
  })

  test('a document and a voice note', async () => {
    const content = Buffer.from(bytes(3000))
    await client.socket.sendMessage(maria.jid, {
      document: content,
      mimetype: 'application/pdf',
      fileName: 'pedido.pdf',
    })
    const document = await maria.received((message) => message.message.documentMessage?.fileName === 'pedido.pdf')
    expect(Buffer.compare(await maria.download(document), content)).toBe(0)
    await client.socket.sendMessage(maria.jid, {
      audio: content,
      ptt: true,
      seconds: 2,
      mimetype: 'audio/ogg; codecs=opus',
    })
    const voice = await maria.received((message) => message.message.audioMessage?.ptt === true)
    expect(Buffer.compare(await maria.download(voice), content)).toBe(0)
  })

  test('a quote, a reaction, an edit and a delete', async () => {
    const said = await upsertOf(await maria.say(account, 'Tem pão?'))
    const answer = await client.socket.sendMessage(maria.jid, { text: 'Tem!' }, { quoted: said })
    expect(await maria.received((message) => message.text === 'Tem!')).toMatchObject({ quotedId: said.key.id })
    await client.socket.sendMessage(maria.jid, { react: { text: '👍', key: said.key } })
    await maria.received(({ message }) => message.reactionMessage?.key?.id === said.key.id)
    if (!answer) throw new Error('The answer was not sent')
    await client.socket.sendMessage(maria.jid, { text: 'Tem sim!', edit: answer.key })
    await maria.received((message) => message.text === 'Tem sim!')
    await client.socket.sendMessage(maria.jid, { delete: answer.key })
    await maria.received(
      ({ message }) => message.protocolMessage?.key?.id === answer.key.id && !message.protocolMessage?.editedMessage,
    )
  })
})

describe('missing media', () => {
  test('are uploaded again by the account’s phone when the client asks', async () => {
    const content = bytes(1000)
    const received = await upsertOf(await maria.sendDocument(account, { bytes: content, fileName: 'velho.pdf' }))
    server.expireMedia()
    expect(download(received)).rejects.toThrow()
    const renewed = await client.socket.updateMediaMessage(received)
    expect(Buffer.compare(await download(renewed), content)).toBe(0)
  })

  test('the endpoint can fail on demand', async () => {
    const received = await upsertOf(await maria.sendDocument(account, { bytes: bytes(10), fileName: 'x' }))
    server.failDownloads(404)
    expect(download(received)).rejects.toThrow()
    server.failDownloads(0)
    await download(received)
    server.failUploads(500)
    expect(
      client.socket.sendMessage(maria.jid, { document: Buffer.from('x'), mimetype: 'text/plain' }),
    ).rejects.toThrow()
    server.failUploads(0)
  })
})
