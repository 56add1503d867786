import { generateWAMessageContent, proto } from '@whiskeysockets/baileys'
import { expect, test } from 'bun:test'
import { contentOf, fileMessage, onlyEvent } from '../../../testing/whatsapp/filed-payload'
import { normalise } from './normalise'

const { ProtocolMessage } = proto.Message

const built = (content: Parameters<typeof generateWAMessageContent>[0]) =>
  generateWAMessageContent(content, {
    upload: async () => ({ mediaUrl: 'https://mmg.whatsapp.net/x', directPath: '/x' }),
  })

test('reads plain, quoted and forwarded text', async () => {
  expect(contentOf(await built({ text: 'olá', linkPreview: null }))).toEqual({ kind: 'text', text: 'olá' })
  const contextInfo = { stanzaId: 'Q1', isForwarded: true }
  expect(onlyEvent(fileMessage({ extendedTextMessage: { text: 'sim', contextInfo } }))).toMatchObject({
    quotedId: 'Q1',
    forwarded: true,
  })
})

test('reads files with the data needed to download them', () => {
  const file = {
    mediaKey: new Uint8Array(32).fill(7),
    directPath: '/v/x',
    url: 'https://mmg.whatsapp.net/v/x',
    fileLength: 1234,
  }
  const source = { mediaKey: Buffer.alloc(32, 7).toString('base64'), directPath: '/v/x', url: file.url }
  expect(
    contentOf({ imageMessage: { ...file, mimetype: 'image/jpeg', caption: 'foto', width: 900, height: 600 } }),
  ).toEqual({
    kind: 'image',
    text: 'foto',
    mimeType: 'image/jpeg',
    sizeBytes: 1234,
    width: 900,
    height: 600,
    source: { type: 'image', ...source },
  })
  expect(contentOf({ videoMessage: { ...file, mimetype: 'video/mp4', seconds: 9, gifPlayback: true } })).toMatchObject({
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

test('reads a file that can no longer be downloaded as a placeholder', () => {
  expect(contentOf({ viewOnceMessageV2: { message: { imageMessage: { mimetype: 'image/jpeg' } } } })).toEqual({
    kind: 'unknown',
    note: 'image without key',
  })
})

test('reads only what a file says of itself, and one whose key or address is missing as a placeholder', () => {
  const mediaKey = new Uint8Array(32).fill(7)
  const base = { kind: 'document' as const, text: '', mimeType: 'application/octet-stream' }
  const keyed = { type: 'document', mediaKey: Buffer.alloc(32, 7).toString('base64') }
  const source = { ...keyed, directPath: '/v/x' }
  const hash = { ...source, fileEncSha256: 'AQ==' }
  for (const [fields, expected] of [
    [{}, { ...base, source }],
    [{ width: 900 }, { ...base, source }],
    [
      { height: 600, title: 'Contrato' },
      { ...base, fileName: 'Contrato', source },
    ],
    [
      { title: 'Contrato', fileName: 'a.pdf' },
      { ...base, fileName: 'a.pdf', source },
    ],
    [{ fileEncSha256: new Uint8Array([1]) }, { ...base, source: hash }],
    [
      { directPath: undefined, url: 'https://m/x' },
      { ...base, source: { ...keyed, url: 'https://m/x' } },
    ],
    [{ directPath: undefined }, { kind: 'unknown', note: 'document without key' }],
    [{ mediaKey: undefined }, { kind: 'unknown', note: 'document without key' }],
  ] as const) {
    expect(contentOf({ documentMessage: { mediaKey, directPath: '/v/x', ...fields } })).toEqual(expected)
  }
})

test('unwraps disappearing messages', () => {
  expect(contentOf({ ephemeralMessage: { message: { extendedTextMessage: { text: 'sumo' } } } })).toEqual({
    kind: 'text',
    text: 'sumo',
  })
})

test('reads locations and contacts', () => {
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
  expect(contentOf({ locationMessage: place })).toEqual({ kind: 'location', latitude: -23.5, longitude: -46.6 })
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

test('reads offers of a choice, old and new', () => {
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
  for (const [title, description] of [
    ['', 'Escolha'],
    ['Escolha', ''],
  ]) {
    expect(contentOf({ listMessage: { title, description } })).toEqual({
      kind: 'buttons',
      text: 'Escolha',
      buttons: [],
    })
    const interactiveMessage = { header: { title }, body: { text: description }, footer: { text: 'Loja' } }
    expect(contentOf({ interactiveMessage })).toMatchObject({ text: 'Escolha', footer: 'Loja', buttons: [] })
    const hydrated = { hydratedTitleText: title, hydratedContentText: description, hydratedFooterText: 'Loja' }
    expect(contentOf({ templateMessage: { hydratedTemplate: hydrated } })).toMatchObject({
      text: 'Escolha',
      footer: 'Loja',
    })
  }
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

test('reads a choice as the text that the person saw', () => {
  expect(contentOf({ buttonsResponseMessage: { selectedButtonId: '1', selectedDisplayText: 'Sim' } })).toEqual({
    kind: 'text',
    text: 'Sim',
  })
  expect(contentOf({ listResponseMessage: { title: 'Vendas', singleSelectReply: { selectedRowId: 'r1' } } })).toEqual({
    kind: 'text',
    text: 'Vendas',
  })
  expect(contentOf({ templateButtonReplyMessage: { selectedId: 'q', selectedDisplayText: 'Ok' } })).toEqual({
    kind: 'text',
    text: 'Ok',
  })
  const response = { body: { text: 'Quero' }, nativeFlowResponseMessage: { paramsJson: '{"id":"x"}' } }
  expect(contentOf({ interactiveResponseMessage: response })).toEqual({ kind: 'text', text: 'Quero' })
  // Without a text, its id.
  const params = (paramsJson: string) => ({ nativeFlowResponseMessage: { paramsJson } })
  for (const [message, text] of [
    [{ buttonsResponseMessage: { selectedButtonId: '1' } }, '1'],
    [{ listResponseMessage: { singleSelectReply: { selectedRowId: 'r1' } } }, 'r1'],
    [{ templateButtonReplyMessage: { selectedId: 'q' } }, 'q'],
    [{ interactiveResponseMessage: params('{"id":"x"}') }, 'x'],
    [{ interactiveResponseMessage: params('{"id":"x","title":"Sim"}') }, 'Sim'],
  ] as const) {
    expect(contentOf(message)).toEqual({ kind: 'text', text })
  }
})

test('reads polls, events, orders and invitations as text', async () => {
  expect(contentOf(await built({ poll: { name: 'Qual?', values: ['A', 'B'], selectableCount: 1 } }))).toEqual({
    kind: 'text',
    text: '📊 Qual?\n• A\n• B',
  })
  for (const [message, text] of [
    [
      { groupInviteMessage: { groupName: 'Clientes', inviteCode: 'abc' } },
      '👥 Clientes\nhttps://chat.whatsapp.com/abc',
    ],
    [{ groupInviteMessage: { groupName: 'Clientes', caption: 'Entre' } }, '👥 Clientes\nEntre'],
    [
      { eventMessage: { name: 'Feira', description: 'No sábado', joinLink: 'https://x' } },
      '📅 Feira\nNo sábado\nhttps://x',
    ],
    [{ productMessage: { product: { title: 'Sofá', description: 'Azul' } } }, '🛍️ Sofá\nAzul'],
    [{ orderMessage: { orderTitle: 'Pedido', message: 'Dois' } }, '🛒 Pedido\nDois'],
  ] as const) {
    expect(contentOf(message)).toEqual({ kind: 'text', text })
  }
})

test('reads unknown kinds as placeholders, and invisible kinds as nothing', () => {
  expect(contentOf({ sendPaymentMessage: {} })).toEqual({ kind: 'unknown', note: 'sendPaymentMessage' })
  for (const silent of [
    { senderKeyDistributionMessage: { groupId: 'g' } },
    { pollUpdateMessage: {} },
    { pinInChatMessage: {} },
    { messageContextInfo: {} },
    { protocolMessage: { type: ProtocolMessage.Type.EPHEMERAL_SETTING } },
  ]) {
    expect(normalise(fileMessage(silent))).toEqual([])
  }
})
