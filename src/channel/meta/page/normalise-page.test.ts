import { expect, test } from 'bun:test'
import { normalisePage } from './normalise-page'

const atMs = 1_790_000_000_000
const chat = { addresses: [{ kind: 'page-scoped', value: '77' }] }
const eventsOf = (event: object, more: object = {}) =>
  normalisePage(
    JSON.stringify({
      page: '1',
      event: { sender: { id: '77' }, recipient: { id: '1' }, timestamp: atMs, ...event },
      ...more,
    }),
  )
const text = { mid: 'm1', text: 'Oi' }
const message = {
  type: 'message',
  id: 'm1',
  chat,
  fromMe: false,
  atMs,
  content: { kind: 'text', text: 'Oi' },
  key: { id: 'm1', from: '77', atMs },
}
const ofPage = { sender: { id: '1' }, recipient: { id: '77' } }

test('reads a message with what it refers to', () => {
  const ad = { ads_context_data: { ad_title: 'Sofás' }, referer_uri: 'https://a' }
  for (const [given, expected] of [
    [text, {}],
    [{ ...text, quick_reply: { payload: 'p' } }, { content: { kind: 'text', text: 'Oi', choice: 'p' } }],
    [{ ...text, reply_to: { mid: 'm0' } }, { quotedId: 'm0' }],
    [
      { ...text, reply_to: { story: { url: 'https://s' } } },
      { referral: { title: '', text: '', url: 'https://s', of: 'story' } },
    ],
    [{ ...text, referral: ad }, { referral: { title: 'Sofás', text: '', url: 'https://a' } }],
    [{ ...text, referral: { referer_uri: 'https://a' } }, { referral: { title: '', text: '', url: 'https://a' } }],
    [
      { ...text, referral: { ads_context_data: { ad_title: 'Sofás' } } },
      { referral: { title: 'Sofás', text: '', url: '' } },
    ],
    [{ ...text, referral: {} }, {}],
    [{ mid: 'm1' }, { content: { kind: 'unknown', note: 'empty' } }],
    [{ mid: 'm1', is_unsupported: true }, { content: { kind: 'unknown', note: 'unsupported' } }],
    [{ ...text, metadata: 'recado:A' }, {}],
  ] as const) {
    expect(eventsOf({ message: given })).toEqual([{ ...message, ...expected }] as never)
  }
  expect(eventsOf({ message: text }, { history: true, name: 'Maria' })).toEqual([
    { ...message, chat: { ...chat, name: 'Maria' }, history: true },
  ] as never)
  expect(eventsOf({ message: text }, { standby: true })).toEqual([{ ...message, standby: true }] as never)
  expect(eventsOf({ message: { text: 'Oi' } })).toEqual([])
  expect(eventsOf({ message: text, sender: { id: 'a b' } })).toEqual([])
  expect(eventsOf({ message: text, timestamp: 0 })[0]).toMatchObject({ atMs: Number.MAX_SAFE_INTEGER })
  expect(eventsOf({ message: text, timestamp: 1 })[0]).toMatchObject({ atMs: 1 })
})

test('knows what the page wrote, and our own by its mark', () => {
  expect(eventsOf({ ...ofPage, message: text })).toEqual([{ ...message, fromMe: true }] as never)
  const echo = { sender: { id: '9' }, recipient: { id: '77' } }
  expect(eventsOf({ ...echo, message: { ...text, is_echo: true } })).toEqual([{ ...message, fromMe: true }] as never)
  expect(eventsOf({ ...ofPage, message: { ...text, metadata: 'other:A' } })).toMatchObject([{ type: 'message' }])
  expect(eventsOf({ ...ofPage, message: { ...text, metadata: 'recado:A' } })).toEqual([
    { type: 'receipt', targetIds: ['m1'], ack: 1, ownId: 'A' },
  ])
  expect(eventsOf({ message: { mid: 'm1', is_deleted: true } })).toEqual([
    { type: 'delete', targetId: 'm1', chat, fromMe: false, atMs },
  ] as never)
})

test('several parts of a message are messages of their own, and only the first quotes', () => {
  const attachments = [1, 2].map((id) => ({ type: 'image', payload: { url: `https://a/${id}` } }))
  const parts = eventsOf({ message: { ...text, attachments, reply_to: { mid: 'm0' } } })
  expect(parts).toMatchObject([
    { id: 'm1', content: { kind: 'text' }, quotedId: 'm0', key: { id: 'm1' } },
    { id: 'm1#2', content: { kind: 'image' }, key: { id: 'm1' } },
    { id: 'm1#3', content: { kind: 'image' }, key: { id: 'm1' } },
  ])
  expect(parts.slice(1).map((part) => 'quotedId' in part)).toEqual([false, false])
})

test('reads a tapped button', () => {
  const tapped = (postback: object, more: object = {}) => eventsOf({ postback }, more)
  const content = { kind: 'text', text: 'Sim', choice: 'p' }
  expect(tapped({ mid: 'm1', title: 'Sim', payload: 'p' })).toEqual([{ ...message, content }] as never)
  expect(tapped({ mid: 'm1', title: 'Sim' })).toEqual([{ ...message, content: { kind: 'text', text: 'Sim' } }] as never)
  const id = `postback:77:${atMs}`
  const old = { ...message, id, content: { ...content, text: 'p' }, key: { id, from: '77', atMs } }
  expect(tapped({ payload: 'p' })).toEqual([old] as never)
  const referral = { title: '', text: '', url: 'https://a' }
  expect(tapped({ payload: 'p', referral: { referer_uri: 'https://a' } }, { standby: true })).toEqual([
    { ...old, referral, standby: true },
  ] as never)
  expect(tapped({ mid: 'm1' })).toEqual([])
})

test('reads reactions, edits and what was delivered and read', () => {
  const reacted = (reaction: object) => eventsOf({ reaction }).map((event) => 'emoji' in event && event.emoji)
  const mid = 'm1'
  expect(eventsOf({ reaction: { mid, emoji: '😀' } })).toEqual([
    { type: 'reaction', targetId: mid, author: chat, fromMe: false, emoji: '😀', atMs },
  ] as never)
  expect([
    ...[
      { mid, reaction: 'wow' },
      { mid, reaction: 'other' },
      { mid, action: 'unreact', emoji: '😀' },
    ].map(reacted),
    reacted({ emoji: '😀' }),
  ]).toEqual([['😮'], ['❤️'], [''], []])
  expect(eventsOf({ message_edit: { mid, text: 'Olá' } })).toEqual([
    { type: 'edit', targetId: mid, text: 'Olá', chat, fromMe: false, atMs },
  ] as never)
  expect(eventsOf({ message_edit: { text: 'Olá' } })).toEqual([])
  expect(eventsOf({ delivery: { mids: ['m1', '', 'm2'], watermark: 5 } })).toEqual([
    { type: 'receipt', targetIds: ['m1', 'm2'], ack: 2, ownId: '' },
    { type: 'receiptUntil', chat, untilMs: 5, ack: 2 },
  ] as never)
  expect(eventsOf({ read: { watermark: 5 } })).toEqual([{ type: 'receiptUntil', chat, untilMs: 5, ack: 3 }] as never)
  expect(eventsOf({ read: { mid } })).toEqual([{ type: 'receipt', targetIds: [mid], ack: 3, ownId: '' }])
  expect(eventsOf({})).toEqual([])
})

test('a new comment is a message with the address of its post; others say nothing', () => {
  const commented = (value: object, field = 'feed') => normalisePage(JSON.stringify({ page: '1', field, value }))
  const feed = { item: 'comment', verb: 'add', comment_id: 'c1', message: 'Oi', from: { id: '77', name: 'Maria' } }
  const id = 'comment:c1'
  const comment = {
    type: 'message',
    id,
    chat: { ...chat, name: 'Maria' },
    fromMe: false,
    atMs,
    content: { kind: 'text', text: 'Oi' },
    referral: { title: '', text: '', url: 'https://p', of: 'comment' },
    key: { id, from: '77', atMs, commentId: 'c1' },
  }
  const post = { created_time: atMs / 1000, post: { permalink_url: 'https://p' } }
  expect(commented({ ...feed, ...post })).toEqual([comment] as never)
  const onInstagram = { id: 'c1', text: 'Oi', from: { id: '77', username: 'Maria' } }
  const named = { ...comment, chat: { ...comment.chat, username: 'Maria' } }
  expect(commented({ ...onInstagram, ...post }, 'comments')).toEqual([named] as never)
  for (const [value, field] of [
    [{ ...feed, verb: 'edited' }],
    [{ ...feed, item: 'post' }],
    [{ ...feed, comment_id: '' }],
    [{ ...feed, message: '' }],
    [{ ...feed, from: {} }],
    [{ ...feed, from: { id: '1' } }],
    [onInstagram, 'mentions'],
  ] as const) {
    expect([value, commented(value, field)]).toEqual([value, []])
  }
})

test('reads what is attached', () => {
  const attached = (attachment: object, own: string | undefined) =>
    eventsOf({ message: { mid: 'm1', ...(own && { text: own }), attachments: [attachment] } }).map((event) => {
      const { content, referral } = event as { content: object; referral?: object }
      return referral ? [content, referral] : content
    })
  const source = { url: 'https://a/x%20y.pdf?z' }
  const payload = source
  const file = (kind: string, mimeType: string, more = {}) => ({ kind, text: '', mimeType, source, ...more })
  const picture = file('image', 'image/jpeg')
  const sticker = file('sticker', 'image/png')
  const link = { kind: 'text', text: `Oferta\n${source.url}` }
  const unknown = (note: string) => ({ kind: 'unknown', note })
  for (const [attachment, expected] of [
    [{ type: 'image', payload }, picture],
    [{ type: 'image', URL: source.url }, picture],
    [{ type: 'image', url: source.url }, picture],
    [{ type: 'image' }, unknown('image')],
    [{ type: 'video', payload }, file('video', 'video/mp4')],
    [{ type: 'audio', payload }, file('audio', 'audio/mp4')],
    [{ type: 'file', payload }, file('document', 'application/octet-stream', { fileName: 'x y.pdf' })],
    [{ type: 'file' }, unknown('document')],
    [{ type: 'image', payload: { ...payload, sticker_id: 1 } }, sticker],
    [{ type: 'sticker', payload }, sticker],
    [{ type: 'sticker' }, unknown('sticker')],
    [{ type: 'story_mention', payload }, [picture, { title: '', text: '', url: '', of: 'story' }]],
    [
      { type: 'location', payload: { coordinates: { lat: 1, long: 2 } } },
      { kind: 'location', latitude: 1, longitude: 2 },
    ],
    [{ type: 'location', payload: { coordinates: { lat: 1 } } }, unknown('location')],
    [{ type: 'location', payload: { coordinates: { long: 1 } } }, unknown('location')],
    [{ type: 'fallback', title: 'Oferta', payload }, link],
    [{ type: 'fallback', payload: { ...payload, title: 'Oferta' } }, link],
    [
      { type: 'fallback', payload },
      { kind: 'text', text: source.url },
    ],
    [
      { type: 'fallback', title: 'Oferta' },
      { kind: 'text', text: 'Oferta' },
    ],
    [{ type: 'reel' }, unknown('reel')],
    [{}, unknown('attachment')],
  ] as const) {
    expect([attachment, attached(attachment, undefined)]).toEqual([attachment, [expected]] as never)
  }
  const [own, ownLink] = [
    { kind: 'text', text: 'Oi' },
    { kind: 'text', text: `Veja ${source.url}` },
  ]
  expect(attached({ type: 'fallback', payload }, 'Oi')).toEqual([own, { kind: 'text', text: source.url }])
  expect(attached({ type: 'fallback', title: 'Oferta', payload }, ownLink.text)).toEqual([ownLink])
  expect(attached({ type: 'reel' }, 'Oi')).toEqual([own])
})
