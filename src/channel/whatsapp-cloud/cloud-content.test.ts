import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { createCloudTalk, maria, text } from '../../testing/whatsapp/cloud-talk'
import { graphPhone } from '../../testing/services/graph-server/start-graph-server'
import { opusSilence } from '../../testing/media/opus-silence'
import { stageFile } from '../../kernel/file/media-store'
import { queueAutomaticFile } from '../../message/send/queue-message'
import { getTicketRow } from '../../ticket/ticket.queries'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'

const { world, ana, message, lastMessage, accepted, whenAccepted, whenAck, says, reply, attach } = createCloudTalk()

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

test('quotes messages of both sides, and shows what the customer quotes', async () => {
  const id = await reply('Qual o tamanho?', { quotedMsg: { id: 1 } })
  await whenAck(id, 1)
  expect(accepted()[0]).toMatchObject({ context: { message_id: message(1)?.['provider_id'] } })
  const own = world().graph.accepted[0]?.id
  await says('Dois metros', { ...text('Dois metros'), context: { from: graphPhone.displayNumber, id: own } })
  expect(lastMessage()).toMatchObject({ body: 'Dois metros', quoted_message_id: id })
  await reply('Certo', { quotedMsg: { id } })
  await whenAccepted(2)
  expect(accepted()[1]).toMatchObject({ context: { message_id: own } })
})

test('reactions go both ways and are taken back', async () => {
  const id = await reply('Boa tarde')
  await whenAck(id, 1)
  const own = world().graph.accepted[0]?.id
  const reactions = () =>
    world().ctx(1).company.sqlite.query("SELECT message_id, emoji FROM message_reaction WHERE emoji <> ''").values()
  const reaction = (emoji?: string) => ({
    type: 'reaction',
    reaction: { message_id: own, ...(emoji ? { emoji } : {}) },
  })
  await world().graph.says(maria, reaction('❤️'))
  await until(() => reactions().length === 1, 'the reaction')
  expect(reactions()).toEqual([[id, '❤️']])
  await world().graph.says(maria, reaction())
  await until(() => reactions().length === 0, 'its removal')
  await ana().post('/messages/1/reaction', { emoji: '👍' })
  await whenAccepted(2)
  expect(accepted()[1]).toMatchObject({
    type: 'reaction',
    to: maria.waId,
    reaction: { message_id: message(1)?.['provider_id'], emoji: '👍' },
  })
})

test('a picture is uploaded, then sent with its caption; other files go as documents with their names', async () => {
  await attach('sofa.png', 'image/png', png, { body: 'O sofá' })
  await attach('Nota.pdf', 'application/pdf', Buffer.from('%PDF-1.4 teste'))
  await whenAccepted(2)
  const [picture, pdf] = accepted() as { image?: { id: string }; document?: { id: string } }[]
  expect(picture).toMatchObject({ type: 'image', image: { caption: expect.stringContaining('O sofá') } })
  expect(pdf).toMatchObject({ type: 'document', document: { filename: 'Nota.pdf' } })
  expect(world().graph.state.media.get(picture?.image?.id ?? '')).toMatchObject({
    type: 'image/png',
    bytes: new Uint8Array(png),
  })
  expect(world().graph.state.media.get(pdf?.document?.id ?? '')).toMatchObject({ name: 'Nota.pdf' })
})

// "Supported media types" of the page "Media", developers.facebook.com, updated Dec 11, 2025.
test('a photo above 5 MB and pictures of other types are sent as JPEGs', async () => {
  const noise = crypto.getRandomValues(new Uint8Array(65_536))
  const photo = Buffer.concat([await new Bun.Image(png).resize(1600, 1600).png().bytes()])
  // Bytes after the end of a PNG belong to no part of it.
  const large = Buffer.concat([photo, ...Array.from({ length: 90 }, () => noise)])
  expect((await attach('sofa.png', 'image/png', large, { body: 'O sofá' })).status).toBe(200)
  expect((await attach('oi.gif', 'image/gif', gif)).status).toBe(200)
  const webp = Buffer.from(await new Bun.Image(png).resize(64, 64).webp().bytes())
  expect((await attach('oi.webp', 'image/webp', webp)).status).toBe(200)
  const ctx = world().ctx(1)
  const file = await stageFile(ctx, large, 'catalogo.png', 'image/png')
  ctx.transaction(() => queueAutomaticFile(ctx, getTicketRow(ctx, 1), file, { caption: 'Catálogo' }))
  await whenAccepted(4)
  expect(accepted().map(({ type }) => type)).toEqual(['image', 'image', 'image', 'image'])
  const sent = [...world().graph.state.media.values()]
  expect(sent.map(({ type }) => type)).toEqual(Array(4).fill('image/jpeg'))
  expect(sent.every(({ bytes }) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes.length <= 5_242_880)).toBe(true)
})

test('texts of any type are sent as plain text under their names; what Meta does not take is refused to people', async () => {
  for (const [name, type] of [
    ['a.csv', 'text/csv'],
    ['b.json', 'application/json'],
    ['c.xml', 'application/xml'],
  ] as const) {
    expect((await attach(name, type, Buffer.from('{}'))).status).toBe(200)
  }
  await whenAccepted(3)
  expect([...world().graph.state.media.values()].map(({ name, type }) => [name, type])).toEqual([
    ['a.csv', 'text/plain'],
    ['b.json', 'text/plain'],
    ['c.xml', 'text/plain'],
  ])
  const zip = Buffer.from('PK\u0003\u0004')
  const heic = Buffer.from('\0\0\0\u0018ftypheic')
  const refused = [
    await attach('a.zip', 'application/zip', zip),
    await attach('b.odt', 'application/vnd.oasis.opendocument.text', zip),
    await attach('c.heic', 'image/heic', heic),
    await attach('d.mov', 'video/quicktime', heic),
    await attach('e.webm', 'video/webm', Buffer.from([0x1a, 0x45, 0xdf, 0xa3])),
  ]
  expect(refused.map(({ status, body }) => [status, body.error])).toEqual(Array(5).fill([415, 'ERR_FILE_TYPE']))
  const film = Buffer.alloc(16 * 1024 * 1024 + 1)
  heic.copy(film)
  const large = await attach('f.mp4', 'video/mp4', film)
  expect([large.status, large.body.error, large.body.fileBytesMax]).toEqual([413, 'ERR_FILE_TOO_LARGE', 16_777_216])
  // Colleagues may keep any file.
  expect((await attach('a.zip', 'application/zip', zip, { isPrivate: 'true' })).status).toBe(200)
  // Sent automatically, it fails with Meta's reason, and what follows goes on.
  const ctx = world().ctx(1)
  const file = await stageFile(ctx, zip, 'a.zip', 'application/zip')
  ctx.transaction(() => queueAutomaticFile(ctx, getTicketRow(ctx, 1), file, { caption: 'Catálogo' }))
  await reply('Certo')
  await whenAccepted(4)
  expect(
    world()
      .messages()
      .some(({ send_error: error }) => String(error).startsWith('131053')),
  ).toBe(true)
})

test('a picture of 512 × 512 in WebP goes as a sticker, unless it has a caption', async () => {
  const webp = Buffer.from(await new Bun.Image(png).resize(512, 512).webp().bytes())
  await attach('oi.webp', 'image/webp', webp)
  await attach('oi.webp', 'image/webp', webp, { body: 'Veja' })
  await whenAccepted(2)
  expect(accepted().map(({ type }) => type)).toEqual(['sticker', 'image'])
})

test('a recording in ogg is sent as a voice message', async () => {
  await attach('audio.ogg', 'audio/ogg', opusSilence(2), { voiceNote: 'true' })
  await whenAccepted(1)
  expect(accepted()[0]).toMatchObject({ type: 'audio', audio: { voice: true } })
})

test('a contact card is sent with its number', async () => {
  const answer = await ana().post('/messages/1', { body: '', vCard: { id: 1 } })
  expect(answer.status).toBe(200)
  await whenAccepted(1)
  expect(accepted()[0]).toMatchObject({
    type: 'contacts',
    contacts: [{ name: { formatted_name: 'Dona Maria' }, phones: [{ phone: expect.stringContaining('55') }] }],
  })
})

test('opening the conversation marks the last message as read', async () => {
  await says('Alguém aí?', undefined, 'wamid.last')
  await ana().get('/messages/1')
  await until(() => world().graph.state.read.length > 0, 'the mark')
  expect(world().graph.state.read.at(-1)).toEqual({ messageId: 'wamid.last', typing: false })
})

test('typing is shown with the customer’s last message', async () => {
  await says('Alguém aí?', undefined, 'wamid.last')
  const channel = world().connections.channel(1, 2)
  await channel?.setTyping?.({ kind: 'phone', value: maria.waId }, 'composing')
  await channel?.setTyping?.({ kind: 'phone', value: maria.waId }, 'paused')
  expect(world().graph.state.read).toEqual([{ messageId: 'wamid.last', typing: true }])
})

test('a received file is fetched with the token, checked and stored', async () => {
  const bytes = new Uint8Array(png)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  world().graph.state.media.set('77', { id: '77', phoneId: graphPhone.id, type: 'image/png', name: '', bytes })
  await says('foto', { type: 'image', image: { id: '77', mime_type: 'image/png', sha256 } })
  await world().runJobs(1)
  const stored = world().ctx(1).company.sqlite.query('SELECT name, type, size FROM media').values()
  expect(stored).toEqual([[expect.stringMatching(/\.png$/), 'image/png', bytes.length]])
})

test('a file that does not match its checksum, or is gone, is shown as missing', async () => {
  const bytes = new Uint8Array(png)
  world().graph.state.media.set('77', { id: '77', phoneId: graphPhone.id, type: 'image/png', name: '', bytes })
  await says('foto', { type: 'image', image: { id: '77', mime_type: 'image/png' } })
  await says('foto', { type: 'image', image: { id: 'gone', mime_type: 'image/png' } })
  world().graph.state.alterMedia = (answer) => ({ ...answer, sha256: '00' })
  await world().runJobs(1)
  expect(
    world()
      .messages()
      .slice(-2)
      .map(({ data }) => JSON.parse(data).file.state),
  ).toEqual(['missing', 'missing'])
  // A file that is gone says nothing about the token.
  expect(world().row()?.status).toBe('CONNECTED')
})

test('the token is sent to no other host than Meta’s', async () => {
  const seen: (string | null)[] = []
  const other = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      seen.push(request.headers.get('authorization'))
      return new Response('x')
    },
  })
  try {
    world().graph.state.media.set('77', {
      id: '77',
      phoneId: graphPhone.id,
      type: 'image/png',
      name: '',
      bytes: new Uint8Array(1),
    })
    world().graph.state.alterMedia = (answer) => ({ ...answer, url: `http://127.0.0.1:${other.port}/steal` })
    await says('foto', { type: 'image', image: { id: '77', mime_type: 'image/png' } })
    await world().runJobs(1)
    expect(JSON.parse(lastMessage()?.['data']).file.state).toBe('missing')
    expect(seen).toEqual([])
  } finally {
    await other.stop(true)
  }
})

test('a customer who hides the number is one contact, is answered by user id, and merges with the known number', async () => {
  const hidden = { userId: 'BR.77', name: 'Rosa' }
  await world().graph.says(hidden, text('Oi'))
  await until(() => lastMessage()?.['body'] === 'Oi', 'the message')
  const contact = () =>
    world().ctx(1).company.sqlite.query("SELECT id, name, number FROM contact WHERE name = 'Rosa'").values()
  expect(contact()).toEqual([[expect.any(Number), 'Rosa', '']])
  await world().graph.says({ waId: 'BR.77', name: 'Rosa' }, text('Tudo bem?'))
  await until(() => lastMessage()?.['body'] === 'Tudo bem?', 'the message')
  expect(contact()).toHaveLength(1)
  const ticketId = lastMessage()?.['ticket_id'] as number
  acceptTicket(world().ctxAs(world().ana), ticketId, { queueId: 1 })
  expect((await ana().post(`/messages/${ticketId}`, { body: 'Olá, Rosa' })).status).toBe(200)
  await whenAccepted(1)
  const [sent] = accepted()
  expect([sent?.['recipient'], sent?.['to']]).toEqual(['BR.77', undefined])
  // The number becomes known: it is the contact that another channel had.
  world()
    .ctx(1)
    .company.sqlite.run(
      "INSERT INTO contact (name, number, search_text, created_at, updated_at) VALUES ('Rosa Lima', '5511977770009', '', 0, 0)",
    )
  world()
    .ctx(1)
    .company.sqlite.run(
      "INSERT INTO contact_identity SELECT 0, 'phone', '5511977770009', id FROM contact WHERE name = 'Rosa Lima'",
    )
  await world().graph.says({ waId: '5511977770009', userId: 'BR.77', name: 'Rosa' }, text('Meu número'))
  await until(() => lastMessage()?.['body'] === 'Meu número', 'the message')
  const contacts = world().ctx(1).company.sqlite.query("SELECT number FROM contact WHERE name LIKE 'Rosa%'").values()
  expect(contacts).toEqual([['5511977770009']])
  expect(lastMessage()?.['ticket_id']).toBe(ticketId)
})

test('a message that is not understood is shown as a placeholder', async () => {
  await says('?', { type: 'unsupported', errors: [{ code: 131051, title: 'Message type unknown' }] })
  expect(JSON.parse(lastMessage()?.['data'])).toEqual({ placeholder: 'unsupported' })
})
