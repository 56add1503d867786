import { expect, test } from 'bun:test'
import { fileMessage, filedKey, onlyEvent } from '../../testing/filed-payload'
import { normalise } from './normalise'
import { encodePayload, type FiledKey } from './payload'

test('a chat of two names both addresses, the one it came under first', () => {
  expect(onlyEvent(fileMessage({ conversation: 'oi' }))).toEqual({
    type: 'message',
    id: 'A1',
    chat: {
      addresses: [
        { kind: 'phone', value: '5511977776666' },
        { kind: 'lid', value: '777' },
      ],
      name: 'Maria',
    },
    author: undefined,
    fromMe: false,
    atMs: 1_700_000_000_000,
    content: { kind: 'text', text: 'oi' },
    key: { remoteJid: '5511977776666@s.whatsapp.net', id: 'A1', fromMe: false },
  })
})

test('a group message belongs to the group and names its author', () => {
  const group: FiledKey = {
    remoteJid: '120363001@g.us',
    id: 'A1',
    fromMe: false,
    participant: '777@lid',
    participantAlt: '5511977776666@s.whatsapp.net',
  }
  expect(onlyEvent(fileMessage({ conversation: 'oi' }, { key: group }))).toMatchObject({
    chat: { addresses: [{ kind: 'group', value: '120363001' }] },
    author: {
      addresses: [
        { kind: 'lid', value: '777' },
        { kind: 'phone', value: '5511977776666' },
      ],
      name: 'Maria',
    },
    key: { participant: '777@lid' },
  })
})

test('our own name is nobody else’s, and what the phone wrote elsewhere is unwrapped', () => {
  const sent = { deviceSentMessage: { destinationJid: filedKey.remoteJid, message: { conversation: 'já vai' } } }
  const event = onlyEvent(fileMessage(sent, { key: { ...filedKey, fromMe: true } }))
  expect(event).toMatchObject({ fromMe: true, content: { kind: 'text', text: 'já vai' } })
  expect(event.type === 'message' && event.chat.name).toBeFalsy()
})

test('a device number is never part of an address', () => {
  const event = onlyEvent(
    fileMessage({ conversation: 'x' }, { key: { ...filedKey, remoteJid: '5511977776666:12@s.whatsapp.net' } }),
  )
  expect(event).toMatchObject({ chat: { addresses: [{ kind: 'phone', value: '5511977776666' }, {}] } })
})

test('a broadcast list belongs to the conversation with whoever sent it', () => {
  const broadcast = {
    remoteJid: '123@broadcast',
    id: 'A1',
    fromMe: false,
    participant: '5511977776666@s.whatsapp.net',
  }
  expect(onlyEvent(fileMessage({ conversation: 'promo' }, { key: broadcast }))).toMatchObject({
    chat: { addresses: [{ kind: 'phone', value: '5511977776666' }] },
  })
})

test('unreadable messages hold a place under their id', () => {
  expect(onlyEvent(encodePayload({ t: 'undecryptable', key: filedKey, at: 1, note: 'No session' }))).toMatchObject({
    type: 'message',
    id: 'A1',
    content: { kind: 'unknown', note: 'No session' },
  })
})

test('receipts become acks', () => {
  const ack = (status: number, error?: string) =>
    onlyEvent(encodePayload({ t: 'status', ids: ['A', 'B'], status, error }))
  expect([2, 3, 4, 5].map((status) => (ack(status) as { ack: number }).ack)).toEqual([1, 2, 3, 5])
  expect(ack(0, '463')).toEqual({ type: 'receipt', targetIds: ['A', 'B'], ack: -1, error: '463' })
  expect(normalise(encodePayload({ t: 'status', ids: ['A'], status: 1 }))).toEqual([])
})

test('calls', () => {
  const call = (status: string) =>
    encodePayload({ t: 'call', id: 'C', from: ['777@lid', '5511977776666@s.whatsapp.net'], at: 5, status })
  expect(onlyEvent(call('offer'))).toEqual({
    type: 'call',
    id: 'C',
    caller: {
      addresses: [
        { kind: 'lid', value: '777' },
        { kind: 'phone', value: '5511977776666' },
      ],
    },
    video: false,
    group: false,
    atMs: 5000,
    outcome: 'offered',
  })
  expect(onlyEvent(call('timeout'))).toMatchObject({ outcome: 'missed' })
  expect(onlyEvent(call('terminate'))).toMatchObject({ outcome: 'ended' })
})

test('identities and groups', () => {
  const pairs = [{ lid: '777@lid', pn: '5511977776666@s.whatsapp.net' }]
  expect(onlyEvent(encodePayload({ t: 'identity', pairs }))).toEqual({
    type: 'identity',
    party: {
      addresses: [
        { kind: 'phone', value: '5511977776666' },
        { kind: 'lid', value: '777' },
      ],
    },
  })
  const member = {
    addresses: [
      { kind: 'lid' as const, value: '7' },
      { kind: 'phone' as const, value: '55119' },
    ],
  }
  const jids = [['7@lid', '55119@s.whatsapp.net']]
  const listed = encodePayload({ t: 'group', id: '1@g.us', subject: 'Equipe', admins: jids })
  expect(onlyEvent(listed)).toMatchObject({ type: 'group', admins: [member] })
  expect(onlyEvent(encodePayload({ t: 'groupAdmins', id: '1@g.us', members: jids, are: true }))).toMatchObject({
    type: 'groupAdmins',
    group: { addresses: [{ kind: 'group', value: '1' }] },
    members: [member],
    are: true,
  })
  expect(onlyEvent(encodePayload({ t: 'group', id: '1@g.us', subject: 'Equipe' }))).toEqual({
    type: 'group',
    party: { addresses: [{ kind: 'group', value: '1' }], name: 'Equipe' },
  })
})

test('the same payload always gives the same events', () => {
  const payload = fileMessage({ conversation: 'oi' })
  expect(normalise(payload)).toEqual(normalise(payload))
})
