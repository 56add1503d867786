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

test('a picture above Meta’s limit is refused to people; sent automatically, it goes as a document', async () => {
  const large = new Uint8Array(5 * 1024 * 1024 + 1)
  const gif = new Uint8Array(large)
  large.set(png)
  gif.set(Buffer.from('GIF89a'))
  const answer = await attach('sofa.png', 'image/png', large)
  expect([answer.status, answer.body.error, answer.body.fileBytesMax]).toEqual([413, 'ERR_FILE_TOO_LARGE', 5_242_880])
  expect((await attach('arquivo.gif', 'image/gif', gif)).status).toBe(200)
  await whenAccepted(1)
  expect(accepted()[0]).toMatchObject({ type: 'document', document: { filename: 'arquivo.gif' } })
  const ctx = world().ctx(1)
  const file = await stageFile(ctx, large, 'catalogo.png', 'image/png')
  ctx.transaction(() => queueAutomaticFile(ctx, getTicketRow(ctx, 1), file, { caption: 'Catálogo' }))
  await whenAccepted(2)
  expect(accepted()[1]).toMatchObject({ type: 'document', document: { filename: 'catalogo.png', caption: 'Catálogo' } })
})

test('a small picture in WebP goes as a sticker, one with a caption as a document', async () => {
  const webp = Uint8Array.from([...Buffer.from('RIFF'), 8, 0, 0, 0, ...Buffer.from('WEBPVP8 ')])
  await attach('oi.webp', 'image/webp', webp)
  await attach('oi.webp', 'image/webp', webp, { body: 'Veja' })
  await whenAccepted(2)
  expect(accepted().map(({ type }) => type)).toEqual(['sticker', 'document'])
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
  await channel?.setTyping({ kind: 'phone', value: maria.waId }, 'composing')
  await channel?.setTyping({ kind: 'phone', value: maria.waId }, 'paused')
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
