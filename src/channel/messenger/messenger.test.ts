import { afterEach, expect, test } from 'bun:test'
import { setSetting } from '../../testing/conversation/conversation'
import { graphPages, graphPeople } from '../../testing/services/graph-server/page-state'
import { signatureOf } from '../../testing/services/graph-server/graph-webhooks'
import { createPageWorld, type PageWorld } from '../../testing/whatsapp/page-world'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'

const [aurora] = graphPages as [(typeof graphPages)[0] & { instagram: { id: string } }]
const [marta, nuno, iara] = graphPeople as [P, P, P]
type P = (typeof graphPeople)[0]

let world: PageWorld
afterEach(() => world.stop())

const bodies = () => world.rows('SELECT body FROM message ORDER BY id').map((row) => row['body'] as string)
const sentBodies = () => world.graph.state.pages.sent.map(({ body }) => body)
const messagesSent = () => sentBodies().filter(({ message }) => message !== undefined)

/** Marta has written to the page, and Ana answers her. */
async function converse() {
  const ids = await world.linkAll()
  await world.pages.says(aurora.id, marta.id, { text: 'Oi, abrem hoje?' })
  await until(() => bodies().length === 1, 'the message')
  const ticketId = Number(world.rows('SELECT id FROM ticket ORDER BY id DESC')[0]?.['id'])
  acceptTicket(world.ctxAs(world.ana), ticketId, { queueId: 1 })
  return { ids, ticketId, ana: await world.as(world.ana) }
}

test('answers go out in order, and delivery and read marks follow', async () => {
  world = await createPageWorld()
  const { ticketId, ana } = await converse()
  const long = Array.from({ length: 900 }, (_, index) => `a${index}`).join(' ')
  await ana.post(`/messages/${ticketId}`, { body: 'Abrimos às 9' })
  const form = new FormData()
  form.append('medias', new File([picture], 'foto.jpg', { type: 'image/jpeg' }))
  await ana.post(`/messages/${ticketId}`, form)
  await ana.post(`/messages/${ticketId}`, { body: long })
  await until(() => messagesSent().length >= 5, 'the answers')
  const texts = messagesSent().map(({ message }) => (message as { text?: string }).text ?? '')
  expect(texts[0]).toBe('Abrimos às 9')
  expect(texts.filter(Boolean).slice(1).join(' ')).toBe(long)
  expect(messagesSent()[0]).toMatchObject({ recipient: { id: marta.id }, messaging_type: 'RESPONSE' })
  expect([...world.graph.state.pages.attachments.values()]).toMatchObject([{ platform: 'messenger', type: 'image' }])

  const ours = () => world.rows('SELECT ack FROM message WHERE from_me = 1 ORDER BY id').map((row) => row['ack'])
  await until(() => ours().every((ack) => ack === 1), 'the echoes')
  expect(ours().length).toBe(messagesSent().length)
  const first = world.graph.state.pages.sent.find(({ mid }) => mid !== '')
  await world.pages.does(aurora.id, marta.id, { delivery: { mids: [first!.mid], watermark: 1 } })
  await until(() => ours()[0] === 2, 'the first to be delivered')
  expect(
    ours()
      .slice(1)
      .every((ack) => ack === 1),
  ).toBe(true)
  await world.pages.does(aurora.id, marta.id, { read: { watermark: Date.now() + 1000 } })
  await until(() => ours().every((ack) => ack === 3), 'all to be read')
})

test('shows what people and colleagues at Meta do', async () => {
  world = await createPageWorld()
  const { ticketId } = await converse()
  const { pages } = world
  const mid = pages.newMid()
  await pages.says(aurora.id, marta.id, { text: 'Errado' }, { mid })
  await until(() => bodies().includes('Errado'), 'the second message')
  await pages.does(aurora.id, marta.id, { message_edit: { mid, text: 'Certo', num_edit: 1 } })
  await pages.does(aurora.id, marta.id, { reaction: { mid, action: 'react', reaction: 'love', emoji: '❤️' } })
  await until(() => bodies().includes('Certo'), 'the edit')
  await until(() => world.rows('SELECT 1 FROM message_reaction').length === 1, 'the reaction')
  await pages.does(aurora.id, marta.id, { reaction: { mid, action: 'unreact' } })
  await until(() => world.rows("SELECT 1 FROM message_reaction WHERE emoji <> ''").length === 0, 'no reaction')

  await pages.says(aurora.id, marta.id, { text: 'Sim', quick_reply: { payload: 'yes' }, reply_to: { mid } })
  await pages.does(aurora.id, marta.id, { postback: { mid: pages.newMid(), title: 'Falar', payload: 'TALK' } })
  const own = pages.event(aurora.id, marta.id, Date.now(), {
    message: { mid: pages.newMid(), is_echo: true, app_id: 263902037430900, text: 'Da caixa da página' },
  })
  const [typed] = own.messaging ?? []
  await pages.deliver({ ...own, messaging: [{ ...typed, sender: { id: aurora.id }, recipient: { id: marta.id } }] })
  await until(() => bodies().includes('Da caixa da página'), 'what a colleague wrote')
  expect(world.rows('SELECT body, from_me, quoted_message_id IS NOT NULL AS quotes FROM message ORDER BY id')).toEqual([
    { body: 'Oi, abrem hoje?', from_me: 0, quotes: 0 },
    { body: 'Certo', from_me: 0, quotes: 0 },
    { body: 'Sim', from_me: 0, quotes: 1 },
    { body: 'Falar', from_me: 0, quotes: 0 },
    { body: 'Da caixa da página', from_me: 1, quotes: 0 },
  ])
  expect(world.rows(`SELECT 1 FROM ticket WHERE id <> ${ticketId}`)).toHaveLength(
    world.rows('SELECT 1 FROM ticket').length - 1,
  )
})

test('Instagram: stories, unsent messages, marks and files of several attachments', async () => {
  world = await createPageWorld()
  await world.linkAll()
  const { pages } = world
  const { files } = world.graph.state.pages
  files.set('one.jpg', { bytes: picture, type: 'image/jpeg' })
  const mp4 = Buffer.from('0000002066747970697' + '36f6d0000020069736f6d69736f32617663316d703431', 'hex')
  files.set('film.mp4', { bytes: mp4, type: 'video/mp4' })
  files.set('two.jpg', { bytes: picture, type: 'image/jpeg' })
  const at = (name: string) => ({ type: 'image', payload: { url: `${world.graph.url}/page-files/${name}` } })
  const mid = pages.newMid()
  const account = aurora.instagram.id
  await pages.says(account, iara.id, { attachments: [at('one.jpg'), at('two.jpg'), at('gone.jpg')] })
  await pages.says(account, iara.id, {
    text: 'Que lindo',
    reply_to: { story: { id: '1', url: 'https://lookaside.fbsbx.com/s' } },
  })
  await pages.says(account, iara.id, { text: 'Não era isso' }, { mid })
  await pages.does(account, iara.id, { message: { mid, is_deleted: true } })
  await pages.says(account, iara.id, { is_unsupported: true })
  await pages.says(account, iara.id, {
    attachments: [{ type: 'image', payload: { url: 'http://169.254.169.254/latest' } }],
  })
  const film = { type: 'story_mention', payload: { url: `${world.graph.url}/page-files/film.mp4` } }
  await pages.says(account, iara.id, { attachments: [film] })
  await until(() => bodies().length === 8, 'the messages')
  await until(() => world.rows('SELECT 1 FROM message WHERE is_deleted = 1').length === 1, 'the unsent message')
  for (let turn = 0; turn < 3; turn++) await world.runJobs(1)
  const shown = world.rows(
    'SELECT body, media_type AS kind, media_id IS NOT NULL AS has, data FROM message ORDER BY id',
  )
  expect(shown.map(({ body, kind, has }) => [body, kind, has])).toEqual([
    ['', 'image', 1],
    ['', 'image', 1],
    ['', 'image', 0],
    ['Que lindo', null, 0],
    ['Não era isso', null, 0],
    ['', null, 0],
    ['', 'image', 0],
    ['', 'video', 1],
  ])
  expect(JSON.parse(shown[3]?.['data'] as string)).toEqual({
    referral: { title: '', text: '', url: 'https://lookaside.fbsbx.com/s', of: 'story' },
  })
})

test('after a day only people answer, and only where Meta lets them', async () => {
  world = await createPageWorld({ world: { now: new Date('2026-11-29T12:00:00Z') } })
  const { ids, ticketId, ana } = await converse()
  world.setTime(new Date('2026-11-30T13:00:00Z'))
  expect((await ana.post(`/messages/${ticketId}`, { body: 'Ainda aí?' })).body['error']).toBe('ERR_CHANNEL_CANNOT')
  expect((await ana.put(`/facebook/${ids[0]}`, { humanAgent: true, takesComments: false })).status).toBe(200)
  await ana.post(`/messages/${ticketId}`, { body: 'Olá?' })
  const refused = () => world.rows('SELECT send_error AS why FROM message WHERE ack = -1')[0]?.['why']
  await until(() => refused() !== undefined, 'the refusal')
  expect(refused()).toBe('2018109 Requires human_agent permission')
  world.graph.state.pages.hasHumanAgent = true
  expect((await ana.post(`/messages/${ticketId}`, { body: 'Ainda aí?' })).status).toBe(200)
  await until(() => messagesSent().length === 1, 'the answer')
  expect(messagesSent()[0]).toMatchObject({ messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' })
  world.setTime(new Date('2026-12-06T13:00:00Z'))
  expect((await ana.post(`/messages/${ticketId}`, { body: 'E agora?' })).body['error']).toBe('ERR_CHANNEL_CANNOT')
  expect(messagesSent().length).toBe(1)
})

test('comments become conversations where wished, and are answered once in private', async () => {
  world = await createPageWorld()
  const { ids, ana } = await converse()
  expect((await world.pages.comments(aurora.id, nuno.id, 'Qual o preço?', 'c1')).status).toBe(200)
  await ana.put(`/facebook/${ids[0]}`, { humanAgent: false, takesComments: true })
  await world.pages.comments(aurora.id, nuno.id, 'Qual o preço?', 'c2')
  await until(() => bodies().includes('Qual o preço?'), 'the comment')
  expect(world.rows("SELECT name FROM contact WHERE name = 'Nuno Reis'")).toHaveLength(1)
  expect(bodies().filter((body) => body === 'Qual o preço?')).toHaveLength(1)
  const ticketId = Number(world.rows('SELECT max(id) AS id FROM ticket')[0]?.['id'])
  acceptTicket(world.ctxAs(world.ana), ticketId, { queueId: 1 })
  await ana.post(`/messages/${ticketId}`, { body: 'Custa 90' })
  await until(() => messagesSent().length === 1, 'the private reply')
  expect(messagesSent()[0]).toMatchObject({ recipient: { comment_id: 'c2' }, messaging_type: 'RESPONSE' })
  const second = await ana.post(`/messages/${ticketId}`, { body: 'Em três vezes' })
  expect([second.status, second.body.error]).toEqual([400, 'ERR_COMMENT_REPLIED'])
  expect(messagesSent()).toHaveLength(1)
})

test('a revoked token stops the connection, what waits goes once the account is linked again', async () => {
  world = await createPageWorld()
  const { ids, ticketId, ana } = await converse()
  const { pages } = world.graph.state
  const page = pages.pages.find(({ id }) => id === aurora.id)!
  page.token = 'EAAGnewtoken00000000000000000009'
  for (let index = 0; index < 5; index++) await ana.post(`/messages/${ticketId}`, { body: `Mensagem ${index}` })
  const row = () => world.rows(`SELECT status, last_error AS why FROM connection WHERE id = ${ids[0]}`)[0]
  await until(() => row()?.['status'] === 'DISCONNECTED', 'the connection to end')
  expect(row()?.['why']).toContain('190')
  expect(messagesSent()).toEqual([])
  await world.linkAll()
  await until(() => messagesSent().length === 5, 'what waited')
  expect(messagesSent().map(({ message }) => (message as { text: string }).text)).toEqual(
    Array.from({ length: 5 }, (_, index) => `Mensagem ${index}`),
  )
})

// "Handling errors", Graph API, developers.facebook.com, from memory: 368 "Temporarily blocked for policies violations".
test('a page that Meta blocks for sending warns, and still receives, until something is delivered', async () => {
  world = await createPageWorld()
  const { ids, ticketId, ana } = await converse()
  // It takes the same call.
  const isSeen = () => world.graph.state.calls.some(({ body }) => body['sender_action'] === 'mark_seen')
  await until(isSeen, 'the mark of the first message')
  const message = 'Temporarily blocked for policies violations'
  world.graph.fail({ status: 400, code: 368, message, only: /messages$/, times: 1 })
  await ana.post(`/messages/${ticketId}`, { body: 'Abrimos às 9' })
  const connection = async (id = ids[0]) => (await ana.get(`/whatsapp/${id}`)).body
  const states = () =>
    world.rows('SELECT send_state AS state FROM message WHERE from_me = 1').map((row) => row['state'])
  await until(() => states()[0] === 'failed', 'the refusal')
  expect(await connection()).toMatchObject({ status: 'CONNECTED', providerWarning: { text: `368 ${message}` } })
  expect((await connection(ids[1])).providerWarning).toBeNull()
  world.graph.fail({ status: 400, code: 200, subcode: 1_893_063, message: 'Restricted', only: /messages$/, times: 1 })
  await ana.post(`/messages/${ticketId}`, { body: 'Abrimos às nove' })
  await until(() => states()[1] === 'failed', 'the next refusal')
  expect((await connection()).providerWarning).toMatchObject({ text: '1893063 Restricted' })
  await Bun.sleep(5)
  await ana.post(`/messages/${ticketId}`, { body: 'Abrimos às nove' })
  await until(() => messagesSent().length === 1, 'the next message')
  const mids = world.graph.state.pages.sent.map(({ mid }) => mid).filter(Boolean)
  await world.pages.does(aurora.id, marta.id, { delivery: { mids, watermark: Date.now() + 1000 } })
  await until(
    () => world.rows(`SELECT warned_at AS at FROM connection WHERE id = ${ids[0]}`)[0]?.['at'] === null,
    'the end of the warning',
  )
  // A message that was not sent stays unread.
  await world.pages.does(aurora.id, marta.id, { read: { watermark: Date.now() + 1000 } })
  const isRead = () =>
    world.rows('SELECT ack = 3 AS is_read FROM message WHERE from_me = 1').map((row) => row['is_read'])
  await until(() => isRead()[2] === 1, 'the next message to be read')
  expect([isRead(), states()]).toEqual([
    [0, 0, 1],
    ['failed', 'failed', null],
  ])
})

test('takes any form of event without a message, and goes on', async () => {
  world = await createPageWorld()
  await world.linkAll()
  const odd = [
    { sender: { id: [marta.id] }, message: { mid: 'm_a', text: 'a' } },
    { sender: { id: '../../etc' }, message: { mid: 'm_b', text: 'b' } },
    { sender: { id: marta.id }, message: { text: 'without an id' } },
    { sender: { id: marta.id }, message: { mid: { $ne: null }, text: 'c' } },
    { sender: { id: marta.id }, message: 'text' },
    { sender: null, message: null },
    { sender: { id: marta.id }, reaction: { mid: 'm_unknown', action: 'react', emoji: 7 } },
    { sender: { id: marta.id }, read: { watermark: 'yesterday' } },
    { sender: { id: marta.id }, postback: [] },
    {
      sender: { id: marta.id },
      timestamp: 'now',
      message: { mid: 'm_d', attachments: [{ type: 'image', payload: { url: 'javascript:alert(1)' } }] },
    },
    { sender: { id: marta.id }, timestamp: 9e15, message: { mid: 'm_e', text: 'é' } },
    {
      sender: { id: marta.id },
      message: { mid: 'm_f', attachments: Array.from({ length: 5000 }, () => ({ type: 'file' })) },
    },
  ]
  for (const event of odd) {
    const answer = await world.pages.deliver({ object: 'page', id: aurora.id, messaging: [event as never] })
    expect([JSON.stringify(event).slice(0, 90), answer.status]).toEqual([JSON.stringify(event).slice(0, 90), 200])
  }
  await world.pages.says(aurora.id, marta.id, { text: 'Ainda aqui' })
  await until(() => bodies().includes('Ainda aqui'), 'the last message')
  await world.runJobs(1)
  // 30 attachments at most are shown.
  expect(bodies().filter(Boolean).sort()).toEqual(['Ainda aqui', 'é'])
  expect(world.rows('SELECT count(*) AS n FROM message')[0]?.['n']).toBe(2 + 1 + 30)
  expect(world.rows('SELECT max(created_at) AS at FROM message')[0]?.['at']).toBeLessThanOrEqual(Date.now())
})

test('menus are buttons, and a tapped one chooses the queue', async () => {
  world = await createPageWorld()
  setSetting(world, 'chatBotType', 'button')
  const ana = await world.as(world.ana)
  await ana.post('/facebook', { ...world.login, queueIds: [1, 2], greetingMessage: 'Como ajudar?' })
  await until(() => world.rows("SELECT 1 FROM connection WHERE status = 'CONNECTED'").length === 3, 'the pages')
  await world.pages.says(aurora.id, marta.id, { text: 'Oi' })
  await until(() => messagesSent().length === 1, 'the menu')
  const { quick_replies: replies } = messagesSent()[0]?.['message'] as {
    quick_replies: { title: string; payload: string }[]
  }
  expect(JSON.stringify(messagesSent())).not.toContain('*')
  expect(replies.map(({ title }) => title)).toEqual(['Vendas', 'Suporte'])
  const tapped = replies[1]!
  await world.pages.says(aurora.id, marta.id, { text: tapped.title, quick_reply: { payload: tapped.payload } })
  await until(
    () => world.rows('SELECT 1 FROM ticket WHERE queue_id = 2 AND connection_id = 2').length === 1,
    'the queue',
  )
})

test('the same events three times and out of order are one ticket with each message once', async () => {
  world = await createPageWorld()
  await world.linkAll()
  const { pages } = world
  const entries = Array.from({ length: 50 }, (_, index) =>
    pages.event(aurora.id, marta.id, Date.now() - index, { message: { mid: `m_${index}`, text: `n${index}` } }),
  )
  const orders = [
    entries,
    entries.toReversed(),
    entries.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? 1 : -1)),
  ]
  for (const [first, ...rest] of orders) expect((await pages.deliver(first!, ...rest)).status).toBe(200)
  await until(() => bodies().length === 50, 'the messages')
  await Bun.sleep(200)
  expect([bodies().length, world.rows('SELECT 1 FROM ticket WHERE connection_id = 2').length]).toEqual([50, 1])

  const forged = JSON.stringify({ object: 'page', entry: [{ id: aurora.id, messaging: [] }] })
  for (const signature of ['', 'sha256=0', signatureOf(forged, 'another secret')]) {
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
    expect((await fetch(world.address, { method: 'POST', body: forged, headers })).status).toBe(401)
  }
  const unknown = await pages.deliver({ object: 'page', id: '999', messaging: [{ sender: { id: '1' } }] })
  expect(unknown.status).toBe(200)
})

const picture = Buffer.from(
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
  'base64',
)
