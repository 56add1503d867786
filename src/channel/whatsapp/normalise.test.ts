import { generateWAMessageContent, proto } from '@whiskeysockets/baileys'
import { describe, expect, test } from 'bun:test'
import type { InboundEvent } from '../channel'
import { normalise } from './normalise'
import { encodePayload, type FiledKey, type Payload } from './payload'

const key: FiledKey = { remoteJid: '5511977776666@s.whatsapp.net', remoteJidAlt: '777@lid', id: 'A1', fromMe: false }
const { ProtocolMessage } = proto.Message

function filed(message: proto.IMessage, over: Partial<Extract<Payload, { t: 'message' }>> = {}) {
  const body = Buffer.from(proto.Message.encode(message).finish()).toString('base64')
  return encodePayload({ t: 'message', key, at: 1_700_000_000, name: 'Maria', body, ...over })
}

const only = (text: string) => {
  const events = normalise(text)
  expect(events).toHaveLength(1)
  return events[0] as InboundEvent
}
const contentOf = (message: proto.IMessage) => {
  const event = only(filed(message))
  if (event.type !== 'message') throw new Error(`Not a message: ${event.type}`)
  return event.content
}
const built = (content: Parameters<typeof generateWAMessageContent>[0]) =>
  generateWAMessageContent(content, {
    upload: async () => ({ mediaUrl: 'https://mmg.whatsapp.net/x', directPath: '/x' }),
  })

describe('who', () => {
  test('a chat of two names both addresses, the one it came under first', () => {
    expect(only(filed({ conversation: 'oi' }))).toEqual({
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
    expect(only(filed({ conversation: 'oi' }, { key: group }))).toMatchObject({
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
    const sent = { deviceSentMessage: { destinationJid: key.remoteJid, message: { conversation: 'já vai' } } }
    const event = only(filed(sent, { key: { ...key, fromMe: true } }))
    expect(event).toMatchObject({ fromMe: true, content: { kind: 'text', text: 'já vai' } })
    expect(event.type === 'message' && event.chat.name).toBeFalsy()
  })

  test('a device number is never part of an address', () => {
    const event = only(filed({ conversation: 'x' }, { key: { ...key, remoteJid: '5511977776666:12@s.whatsapp.net' } }))
    expect(event).toMatchObject({ chat: { addresses: [{ kind: 'phone', value: '5511977776666' }, {}] } })
  })

  test('a broadcast list belongs to the conversation with whoever sent it', () => {
    const broadcast = {
      remoteJid: '123@broadcast',
      id: 'A1',
      fromMe: false,
      participant: '5511977776666@s.whatsapp.net',
    }
    expect(only(filed({ conversation: 'promo' }, { key: broadcast }))).toMatchObject({
      chat: { addresses: [{ kind: 'phone', value: '5511977776666' }] },
    })
  })
})

describe('what', () => {
  test('text in its forms, quoted and forwarded', async () => {
    expect(contentOf(await built({ text: 'olá', linkPreview: null }))).toEqual({ kind: 'text', text: 'olá' })
    const contextInfo = { stanzaId: 'Q1', isForwarded: true }
    expect(only(filed({ extendedTextMessage: { text: 'sim', contextInfo } }))).toMatchObject({
      quotedId: 'Q1',
      forwarded: true,
    })
  })

  test('files with what is needed to fetch them', () => {
    const file = {
      mediaKey: new Uint8Array(32).fill(7),
      directPath: '/v/x',
      url: 'https://mmg.whatsapp.net/v/x',
      fileLength: 1234,
    }
    const source = { mediaKey: Buffer.alloc(32, 7).toString('base64'), directPath: '/v/x', url: file.url }
    expect(contentOf({ imageMessage: { ...file, mimetype: 'image/jpeg', caption: 'foto' } })).toEqual({
      kind: 'image',
      text: 'foto',
      mimeType: 'image/jpeg',
      sizeBytes: 1234,
      source: { type: 'image', ...source },
    })
    expect(
      contentOf({ videoMessage: { ...file, mimetype: 'video/mp4', seconds: 9, gifPlayback: true } }),
    ).toMatchObject({
      kind: 'video',
      seconds: 9,
    })
    expect(contentOf({ ptvMessage: { ...file, mimetype: 'video/mp4' } })).toMatchObject({ kind: 'video' })
    expect(
      contentOf({ audioMessage: { ...file, mimetype: 'audio/ogg; codecs=opus', ptt: true, seconds: 3 } }),
    ).toMatchObject({
      kind: 'audio',
      voiceNote: true,
      source: { type: 'ptt' },
    })
    expect(contentOf({ stickerMessage: { ...file, mimetype: 'image/webp' } })).toMatchObject({ kind: 'sticker' })
    const withCaption = {
      documentWithCaptionMessage: {
        message: { documentMessage: { ...file, fileName: 'a.pdf', mimetype: 'application/pdf', caption: 'veja' } },
      },
    }
    expect(contentOf(withCaption)).toMatchObject({ kind: 'document', fileName: 'a.pdf', text: 'veja' })
  })

  test('a file that cannot be fetched any more is a placeholder', () => {
    expect(contentOf({ viewOnceMessageV2: { message: { imageMessage: { mimetype: 'image/jpeg' } } } })).toEqual({
      kind: 'unknown',
      note: 'image without key',
    })
  })

  test('wrappers of vanishing messages are taken off', () => {
    expect(contentOf({ ephemeralMessage: { message: { extendedTextMessage: { text: 'sumo' } } } })).toEqual({
      kind: 'text',
      text: 'sumo',
    })
  })

  test('places and contacts', () => {
    const place = { degreesLatitude: -23.5, degreesLongitude: -46.6 }
    expect(
      contentOf({
        locationMessage: { ...place, name: 'Praça', address: 'Centro', jpegThumbnail: new Uint8Array([1]) },
      }),
    ).toEqual({
      kind: 'location',
      latitude: -23.5,
      longitude: -46.6,
      name: 'Praça',
      address: 'Centro',
      thumbnailBase64: 'AQ==',
    })
    expect(contentOf({ liveLocationMessage: { ...place, caption: 'indo' } })).toMatchObject({
      kind: 'location',
      name: 'indo',
    })
    expect(contentOf({ contactMessage: { displayName: 'Zé', vcard: 'BEGIN:VCARD' } })).toEqual({
      kind: 'contacts',
      contacts: [{ name: 'Zé', vcard: 'BEGIN:VCARD' }],
    })
    const many = {
      contacts: [
        { displayName: 'A', vcard: 'a' },
        { displayName: 'B', vcard: 'b' },
      ],
    }
    expect(contentOf({ contactsArrayMessage: many })).toMatchObject({ contacts: [{ name: 'A' }, { name: 'B' }] })
  })

  test('offers of a choice, old and new', () => {
    const buttons = [{ buttonId: '1', buttonText: { displayText: 'Sim' } }]
    expect(contentOf({ buttonsMessage: { contentText: 'Confirma?', footerText: 'Loja', buttons } })).toEqual({
      kind: 'buttons',
      text: 'Confirma?',
      footer: 'Loja',
      buttons: [{ id: '1', text: 'Sim' }],
    })
    const sections = [
      {
        rows: [
          { rowId: 'r1', title: 'Vendas' },
          { rowId: 'r2', title: 'Suporte' },
        ],
      },
    ]
    expect(contentOf({ listMessage: { title: 'Menu', description: 'Escolha', sections } })).toEqual({
      kind: 'buttons',
      text: 'Menu\nEscolha',
      buttons: [
        { id: 'r1', text: 'Vendas' },
        { id: 'r2', text: 'Suporte' },
      ],
    })
    const hydratedTemplate = {
      hydratedContentText: 'Olá',
      hydratedButtons: [
        { quickReplyButton: { id: 'q', displayText: 'Ok' } },
        { urlButton: { url: 'https://a.b', displayText: 'Abrir' } },
      ],
    }
    expect(contentOf({ templateMessage: { hydratedTemplate } })).toMatchObject({
      text: 'Olá',
      buttons: [
        { id: 'q', text: 'Ok' },
        { id: 'https://a.b', text: 'Abrir' },
      ],
    })
    const flow = { name: 'quick_reply', buttonParamsJson: '{"display_text":"Quero","id":"x"}' }
    const broken = { name: 'cta', buttonParamsJson: 'not json' }
    expect(
      contentOf({ interactiveMessage: { body: { text: 'Oferta' }, nativeFlowMessage: { buttons: [flow, broken] } } }),
    ).toEqual({
      kind: 'buttons',
      text: 'Oferta',
      buttons: [
        { id: 'x', text: 'Quero' },
        { id: 'cta', text: 'cta' },
      ],
    })
  })

  test('choices are the words somebody saw', () => {
    expect(contentOf({ buttonsResponseMessage: { selectedButtonId: '1', selectedDisplayText: 'Sim' } })).toEqual({
      kind: 'text',
      text: 'Sim',
    })
    expect(contentOf({ listResponseMessage: { title: 'Vendas', singleSelectReply: { selectedRowId: 'r1' } } })).toEqual(
      { kind: 'text', text: 'Vendas' },
    )
    expect(contentOf({ templateButtonReplyMessage: { selectedId: 'q', selectedDisplayText: 'Ok' } })).toEqual({
      kind: 'text',
      text: 'Ok',
    })
    const response = { body: { text: 'Quero' }, nativeFlowResponseMessage: { paramsJson: '{"id":"x"}' } }
    expect(contentOf({ interactiveResponseMessage: response })).toEqual({ kind: 'text', text: 'Quero' })
  })

  test('polls, events, orders and invitations are told as text', async () => {
    expect(contentOf(await built({ poll: { name: 'Qual?', values: ['A', 'B'], selectableCount: 1 } }))).toEqual({
      kind: 'text',
      text: '📊 Qual?\n• A\n• B',
    })
    expect(contentOf({ groupInviteMessage: { groupName: 'Clientes', inviteCode: 'abc' } })).toEqual({
      kind: 'text',
      text: '👥 Clientes\nhttps://chat.whatsapp.com/abc',
    })
  })

  test('what we do not know is a placeholder; what nobody sees is nothing', () => {
    expect(contentOf({ sendPaymentMessage: {} })).toEqual({ kind: 'unknown', note: 'sendPaymentMessage' })
    for (const silent of [
      { senderKeyDistributionMessage: { groupId: 'g' } },
      { pollUpdateMessage: {} },
      { pinInChatMessage: {} },
      { messageContextInfo: {} },
      { protocolMessage: { type: ProtocolMessage.Type.EPHEMERAL_SETTING } },
    ]) {
      expect(normalise(filed(silent))).toEqual([])
    }
  })
})

describe('changes', () => {
  test('an edit, wrapped or not, of a text or a caption', () => {
    const edit = (editedMessage: proto.IMessage) => ({
      protocolMessage: {
        type: ProtocolMessage.Type.MESSAGE_EDIT,
        key: { id: 'T1' },
        editedMessage,
        timestampMs: 1_700_000_005_000,
      },
    })
    const expected = { type: 'edit', targetId: 'T1', text: 'novo', atMs: 1_700_000_005_000, fromMe: false }
    expect(only(filed(edit({ conversation: 'novo' })))).toMatchObject(expected)
    expect(only(filed({ editedMessage: { message: edit({ extendedTextMessage: { text: 'novo' } }) } }))).toMatchObject(
      expected,
    )
    expect(only(filed(edit({ imageMessage: { caption: 'novo' } })))).toMatchObject(expected)
  })

  test('a deletion for everyone', () => {
    const protocolMessage = { type: ProtocolMessage.Type.REVOKE, key: { id: 'T1' } }
    expect(only(filed({ protocolMessage }))).toMatchObject({
      type: 'delete',
      targetId: 'T1',
      fromMe: false,
      chat: { addresses: [{ value: '5511977776666' }, {}] },
    })
  })

  test('a reaction, and its taking back', () => {
    const reaction = (text: string) => ({
      reactionMessage: { key: { id: 'T1' }, text, senderTimestampMs: 1_700_000_001_000 },
    })
    expect(only(filed(reaction('👍')))).toMatchObject({
      type: 'reaction',
      targetId: 'T1',
      emoji: '👍',
      atMs: 1_700_000_001_000,
    })
    expect(only(filed(reaction('')))).toMatchObject({ type: 'reaction', emoji: '' })
  })

  test('messages the phone sends again count only when our own phone sends them', () => {
    const info = {
      key: { remoteJid: key.remoteJid, id: 'R1', fromMe: false },
      message: { conversation: 'enfim' },
      messageTimestamp: 1_700_000_000,
    }
    const webMessageInfoBytes = proto.WebMessageInfo.encode(proto.WebMessageInfo.fromObject(info)).finish()
    const protocolMessage = {
      type: ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
      peerDataOperationRequestResponseMessage: {
        peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes } }],
      },
    }
    const ours = { ...key, fromMe: true }
    expect(only(filed({ protocolMessage }, { key: ours }))).toMatchObject({
      type: 'message',
      id: 'R1',
      content: { text: 'enfim' },
    })
    expect(normalise(filed({ protocolMessage }))).toEqual([])
  })
})

describe('the rest', () => {
  test('unreadable messages hold a place under their id', () => {
    expect(only(encodePayload({ t: 'undecryptable', key, at: 1, note: 'No session' }))).toMatchObject({
      type: 'message',
      id: 'A1',
      content: { kind: 'unknown', note: 'No session' },
    })
  })

  test('receipts become acks', () => {
    const ack = (status: number, error?: string) => only(encodePayload({ t: 'status', ids: ['A', 'B'], status, error }))
    expect([2, 3, 4, 5].map((status) => (ack(status) as { ack: number }).ack)).toEqual([1, 2, 3, 5])
    expect(ack(0, '463')).toEqual({ type: 'receipt', targetIds: ['A', 'B'], ack: -1, error: '463' })
    expect(normalise(encodePayload({ t: 'status', ids: ['A'], status: 1 }))).toEqual([])
  })

  test('calls', () => {
    const call = (status: string) =>
      encodePayload({ t: 'call', id: 'C', from: ['777@lid', '5511977776666@s.whatsapp.net'], at: 5, status })
    expect(only(call('offer'))).toEqual({
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
    expect(only(call('timeout'))).toMatchObject({ outcome: 'missed' })
    expect(only(call('terminate'))).toMatchObject({ outcome: 'ended' })
  })

  test('identities and groups', () => {
    const pairs = [{ lid: '777@lid', pn: '5511977776666@s.whatsapp.net' }]
    expect(only(encodePayload({ t: 'identity', pairs }))).toEqual({
      type: 'identity',
      party: {
        addresses: [
          { kind: 'phone', value: '5511977776666' },
          { kind: 'lid', value: '777' },
        ],
      },
    })
    expect(only(encodePayload({ t: 'group', id: '1@g.us', subject: 'Equipe' }))).toEqual({
      type: 'group',
      party: { addresses: [{ kind: 'group', value: '1' }], name: 'Equipe' },
    })
  })

  test('the same payload always gives the same events', () => {
    const payload = filed({ conversation: 'oi' })
    expect(normalise(payload)).toEqual(normalise(payload))
  })
})
