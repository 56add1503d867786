import { expect, test } from 'bun:test'
import { fileMessage, filedKey, onlyEvent } from '../../../testing/whatsapp/filed-payload'
import { normalise } from './normalise'
import { encodePayload, type FiledKey } from './payload'

test('names both addresses of a direct chat, the receiving one first', () => {
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

test('assigns a group message to the group and names its author', () => {
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

test('never uses our own name for others, and unwraps messages of our other devices', () => {
  const sent = { deviceSentMessage: { destinationJid: filedKey.remoteJid, message: { conversation: 'já vai' } } }
  const event = onlyEvent(fileMessage(sent, { key: { ...filedKey, fromMe: true } }))
  expect(event).toMatchObject({ fromMe: true, content: { kind: 'text', text: 'já vai' } })
  expect(event.type === 'message' && event.chat.name).toBeFalsy()
})

test('removes the device number from addresses', () => {
  const event = onlyEvent(
    fileMessage({ conversation: 'x' }, { key: { ...filedKey, remoteJid: '5511977776666:12@s.whatsapp.net' } }),
  )
  expect(event).toMatchObject({ chat: { addresses: [{ kind: 'phone', value: '5511977776666' }, {}] } })
})

test('assigns a broadcast list message to the conversation with its sender', () => {
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

test('keeps a placeholder for unreadable messages under their id', () => {
  expect(onlyEvent(encodePayload({ t: 'undecryptable', key: filedKey, at: 1, note: 'No session' }))).toMatchObject({
    type: 'message',
    id: 'A1',
    content: { kind: 'unknown', note: 'No session' },
  })
})

test('converts receipts to delivery states', () => {
  const ack = (status: number, error?: string) =>
    onlyEvent(encodePayload({ t: 'status', ids: ['A', 'B'], status, error }))
  expect([2, 3, 4, 5].map((status) => (ack(status) as { ack: number }).ack)).toEqual([1, 2, 3, 5])
  expect(ack(0, '463')).toEqual({ type: 'receipt', targetIds: ['A', 'B'], ack: -1, error: '463' })
  expect(normalise(encodePayload({ t: 'status', ids: ['A'], status: 1 }))).toEqual([])
})

test('reads calls', () => {
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

test('reads identities and groups', () => {
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
