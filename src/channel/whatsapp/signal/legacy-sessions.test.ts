import { type AuthenticationCreds, BufferJSON } from '@whiskeysockets/baileys'
import { describe, expect, test } from 'bun:test'
import { createTestRepository } from '../../../testing/whatsapp/signal-shop'
import { createSignalPeer, type PeerState } from '../../../testing/services/whatsapp-server/signal/signal-peer'
import stored from './stored-by-libsignal.fixture.json'

/**
 * Data stored by earlier versions, whose sessions were libsignal's, with messages in transit. The fixture was made by
 * that code; do not regenerate it.
 */
const open = () =>
  createTestRepository({
    creds: JSON.parse(stored.creds, BufferJSON.reviver) as AuthenticationCreds,
    records: new Map(stored.records.map(({ category, id, value }) => [`${category}/${id}`, value])),
  })
const bytes = (base64: string) => Buffer.from(base64, 'base64')
const peerOf = (phone: PeerState, group?: string) => createSignalPeer(structuredClone(phone), group)

describe('converts sessions', () => {
  for (const { name, jid, toRead, phone } of stored.sessions) {
    test(name, async () => {
      const shop = open()
      for (const { type, text, ciphertext } of toRead) {
        const message = { type: type as 'msg', ciphertext: bytes(ciphertext) }
        expect(await shop.read(message, jid)).toBe(text)
        await expect(shop.read(message, jid)).rejects.toBeInstanceOf(Error)
      }
      const peer = peerOf(phone)
      expect(await peer.decrypt(await shop.say('daqui', jid))).toBe('daqui')
      expect(await shop.read(await peer.encrypt('de lá'), jid)).toBe('de lá')
      expect(await peer.decrypt(await shop.say('de novo', jid))).toBe('de novo')
    })
  }

  test('converts a session in which we have not written yet', async () => {
    const { jid, phone } = stored.sessions[5] ?? stored.sessions[0]!
    const shop = open()
    const peer = peerOf(phone)
    expect(await peer.decrypt(await shop.say('antes da resposta', jid))).toBe('antes da resposta')
  })
})

test('converts the keys of a group', async () => {
  const { group, author, toRead, phone } = stored.group
  const { repository } = open()
  const read: string[] = []
  for (const { ciphertext } of toRead) {
    const plaintext = await repository.decryptGroupMessage({ group, authorJid: author, msg: bytes(ciphertext) })
    read.push(Buffer.from(plaintext).toString())
  }
  expect(read).toEqual(['ultrapassada', 'com a chave antiga', 'com a chave nova', 'e a seguinte'])
  const member = peerOf(phone, group)
  for (const text of ['nossa seguinte', 'e mais uma']) {
    const { ciphertext } = await repository.encryptGroupMessage({
      group,
      meId: '700000000000001:1@lid',
      data: Buffer.from(text),
    })
    expect(await member.decryptInGroup(ciphertext)).toBe(text)
  }
})
