import { expect, test } from 'bun:test'
import { splitWebhook } from './split-webhook'
import { type Customer, messageChange, statusChange } from '../../../testing/services/graph-server/graph-changes'
import { envelopeOf } from '../../../testing/services/graph-server/graph-webhooks'
import { graphPhone } from '../../../testing/services/graph-server/start-graph-server'
import { normalise } from './normalise'

const atMs = Date.parse('2026-11-23T12:00:00Z')
const maria: Customer = { waId: '5511988880001', userId: 'BR.1502576394655843', name: 'Dona Maria' }
const chat = {
  addresses: [
    { kind: 'phone', value: '5511988880001' },
    { kind: 'bsuid', value: 'BR.1502576394655843' },
  ],
  name: 'Dona Maria',
}

const eventsOf = (...changes: { field: string; value: Record<string, unknown> }[]) =>
  splitWebhook(envelopeOf(graphPhone.businessAccountId, ...changes))
    .flatMap(({ payload }) => normalise(payload))
    .toArray()
const received = (content: Record<string, unknown>, customer = maria) =>
  eventsOf(messageChange(graphPhone, customer, { id: 'wamid.1', atMs, content }))
const contentOf = (content: Record<string, unknown>) => {
  const [event] = received(content)
  return event?.type === 'message' ? event.content : event
}

test('a message carries the customer, its time and what it refers to', () => {
  const context = { from: '551140028922', id: 'wamid.0', forwarded: true }
  const referral = {
    source_url: 'https://fb.me/1',
    source_type: 'ad',
    headline: 'Sofás',
    body: '20 % off',
    ctwa_clid: 'x',
  }
  expect(received({ type: 'text', text: { body: 'Olá' }, context, referral })).toEqual([
    {
      type: 'message',
      id: 'wamid.1',
      chat,
      fromMe: false,
      atMs,
      content: { kind: 'text', text: 'Olá' },
      quotedId: 'wamid.0',
      forwarded: true,
      referral: { title: 'Sofás', text: '20 % off', url: 'https://fb.me/1', sourceType: 'ad', clickId: 'x' },
      key: { id: 'wamid.1', fromMe: false },
    },
  ] as never)
})

test('a customer who hides the number is known by the user id, in whichever field it comes', () => {
  const bsuid = { kind: 'bsuid', value: 'BR.1502576394655843' }
  const text = { type: 'text', text: { body: 'Olá' } }
  for (const customer of [{ userId: bsuid.value }, { waId: bsuid.value }, { waId: bsuid.value, userId: bsuid.value }]) {
    expect(received(text, customer)).toMatchObject([{ chat: { addresses: [bsuid] } }])
  }
  expect(received(text, { waId: 'someone' })).toEqual([])
})

test.each<[string, Record<string, unknown>, unknown]>([
  [
    'picture',
    { type: 'image', image: { id: '1', mime_type: 'image/jpeg', sha256: 'abc', caption: 'Veja' } },
    { kind: 'image', text: 'Veja', mimeType: 'image/jpeg', source: { id: '1', sha256: 'abc' } },
  ],
  [
    'voice note',
    { type: 'audio', audio: { id: '1', mime_type: 'audio/ogg; codecs=opus', sha256: 'abc', voice: true } },
    { kind: 'audio', text: '', mimeType: 'audio/ogg', voiceNote: true, source: { id: '1', sha256: 'abc' } },
  ],
  [
    'document',
    { type: 'document', document: { id: '1', mime_type: 'application/pdf', sha256: 'a', filename: 'Nota.pdf' } },
    { kind: 'document', text: '', mimeType: 'application/pdf', fileName: 'Nota.pdf', source: { id: '1', sha256: 'a' } },
  ],
  [
    'sticker',
    { type: 'sticker', sticker: { id: '1', mime_type: 'image/webp', sha256: 'a', animated: false } },
    { kind: 'sticker', text: '', mimeType: 'image/webp', source: { id: '1', sha256: 'a' } },
  ],
  [
    'location',
    { type: 'location', location: { latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua A, 1' } },
    { kind: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua A, 1' },
  ],
  [
    'tapped button',
    { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: '2', title: 'Vendas' } } },
    { kind: 'text', text: 'Vendas', choice: '2' },
  ],
  [
    'tapped row',
    {
      type: 'interactive',
      interactive: { type: 'list_reply', list_reply: { id: '4', title: 'Entrega', description: 'x' } },
    },
    { kind: 'text', text: 'Entrega', choice: '4' },
  ],
  [
    'quick reply of a template',
    { type: 'button', button: { payload: 'sim-1', text: 'Sim' } },
    { kind: 'text', text: 'Sim', choice: 'sim-1' },
  ],
  [
    'order',
    {
      type: 'order',
      order: {
        text: 'Por favor',
        product_items: [{ product_retailer_id: 'SOFA', quantity: 2, item_price: 990, currency: 'BRL' }],
      },
    },
    { kind: 'text', text: 'Por favor\n2 × SOFA: 990 BRL' },
  ],
  [
    // "Unsupported messages webhook reference", developers.facebook.com, updated Mar 20, 2026.
    'unsupported of a kind',
    { type: 'unsupported', errors: [{ code: 131051 }], unsupported: { type: 'poll_creation' } },
    { kind: 'unknown', note: 'poll_creation' },
  ],
  [
    // "Unsupported messages webhook reference": the first message to a number of the WhatsApp Business app; the code from memory.
    'unavailable',
    { type: 'unsupported', errors: [{ code: 131060, title: 'This message is unavailable' }] },
    { kind: 'unknown', note: 'unavailable' },
  ],
  ['unsupported', { type: 'unsupported', errors: [{ code: 131051 }] }, { kind: 'unknown', note: 'unsupported' }],
  ['unknown type', { type: 'hologram', hologram: {} }, { kind: 'unknown', note: 'hologram' }],
  ['no type', {}, { kind: 'unknown', note: 'unknown' }],
  [
    'location without numbers',
    { type: 'location', location: { latitude: '1' } },
    { kind: 'unknown', note: 'location' },
  ],
])('reads a %s', (_name, content, expected) => expect(contentOf(content)).toEqual(expected as never))

test('a contact becomes a card, whatever its texts contain', () => {
  const contact = {
    name: { formatted_name: 'Ana; Loja\nTEL:666', first_name: 'Ana' },
    phones: [{ phone: '+55 11 98888-0002', wa_id: '5511988880002', type: 'CELL' }, { wa_id: '5511988880003' }],
    emails: [{ email: 'ana@loja.test' }],
  }
  expect(contentOf({ type: 'contacts', contacts: [] })).toEqual({ kind: 'unknown', note: 'contacts' })
  expect(contentOf({ type: 'contacts', contacts: [contact] })).toEqual({
    kind: 'contacts',
    contacts: [
      {
        name: 'Ana; Loja\nTEL:666',
        vcard: [
          'BEGIN:VCARD',
          'VERSION:3.0',
          'N:;Ana;;;',
          'FN:Ana\\; Loja\\nTEL:666',
          'TEL;type=CELL;waid=5511988880002:+55 11 98888-0002',
          'TEL;type=CELL;waid=5511988880003:+5511988880003',
          'EMAIL:ana@loja.test',
          'END:VCARD',
        ].join('\n'),
      },
    ],
  })
})

// "Business-scoped user IDs", developers.facebook.com, updated Mar 31, 2026: the answer to REQUEST_CONTACT_INFO.
test('a card that answers a request for the contact has its name within', () => {
  const vcard = 'BEGIN:VCARD\nVERSION:3.0\nN:Silva;Ana;;;\nFN:Ana\\, da Silva\nTEL:+5511988880002\nEND:VCARD'
  const shared = (card: string) =>
    contentOf({
      type: 'contacts',
      origin: 'contact_request',
      contacts: [{ vcard: card, phones: [{ phone: '+551198' }] }],
    })
  expect(shared(vcard)).toEqual({ kind: 'contacts', contacts: [{ name: 'Ana, da Silva', vcard }] })
  expect(shared('BEGIN:VCARD')).toMatchObject({ contacts: [{ name: '+551198' }] })
})

test('reactions name their message; without an emoji they remove one', () => {
  const shared = { type: 'reaction', targetId: 'wamid.0', author: chat, fromMe: false, atMs }
  expect(received({ type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } })).toEqual([
    { ...shared, emoji: '👍' },
  ] as never)
  expect(received({ type: 'reaction', reaction: { message_id: 'wamid.0' } })).toEqual([
    { ...shared, emoji: '' },
  ] as never)
})

test('statuses become receipts under the provider’s id and ours; errors keep code and sentence', () => {
  const sent = { id: 'wamid.9', to: '5511988880001', body: { biz_opaque_callback_data: '3EB0AA' } }
  const of = (status: 'sent' | 'delivered' | 'read' | 'played' | 'failed', code?: number) =>
    eventsOf(statusChange(graphPhone, sent, { status, atMs, code, title: 'Message undeliverable' }))
  const shared = { type: 'receipt', targetIds: ['wamid.9'], ownId: '3EB0AA', atMs } as const
  expect((['sent', 'delivered', 'read', 'played'] as const).flatMap((status) => of(status))).toEqual(
    ([1, 2, 3, 5] as const).map((ack) => ({ ...shared, ack })),
  )
  expect(of('failed', 131026)).toEqual([{ ...shared, ack: -1, error: '131026 Message undeliverable' }])
})

test('a user id that changed belongs to the same person', () => {
  const update = { wa_id: '5511988880001', user_id: { previous: 'BR.1', current: 'BR.2' } }
  expect(eventsOf({ field: 'user_id_update', value: { user_id_update: [update] } })).toEqual([
    {
      type: 'identity',
      party: {
        addresses: [
          { kind: 'phone', value: '5511988880001' },
          { kind: 'bsuid', value: 'BR.2' },
          { kind: 'bsuid', value: 'BR.1' },
        ],
      },
    },
  ])
})

test('other fields become notices about the account', () => {
  const value = { event: 'REJECTED', message_template_id: 1, message_template_name: 'retorno' }
  expect(eventsOf({ field: 'message_template_status_update', value })).toEqual([
    { type: 'notice', topic: 'message_template_status_update', businessAccountId: graphPhone.businessAccountId, value },
  ])
})
