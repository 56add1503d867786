import { afterEach, expect, test } from 'bun:test'
import { dayMs, hourMs } from '../../../kernel/time/durations.contract'
import { graphPages, graphPeople } from '../../../testing/services/graph-server/page-state'
import { createPageWorld, type PageWorld } from '../../../testing/whatsapp/page-world'
import { until } from '../../../testing/whatsapp/whatsapp-world'
import { acceptTicket } from '../../../ticket/assignment/accept-ticket'

const [aurora] = graphPages as [(typeof graphPages)[0] & { instagram: { id: string } }]
const [marta, nuno, iara] = graphPeople as [P, P, P]
type P = (typeof graphPeople)[0]

let world: PageWorld
afterEach(() => world.stop())

const sent = () =>
  world.graph.state.pages.sent.filter(({ body }) => body['message'] !== undefined) as { mid: string; body: any }[]
const messages = () => world.rows('SELECT * FROM message ORDER BY id')
const idOf = (body: string) => Number(messages().find((row) => row['body'] === body)?.['id'])

async function hear(accountId: string, personId: string, text: string, mid = world.pages.newMid()) {
  await world.pages.says(accountId, personId, { text }, { mid })
  await until(() => idOf(text) > 0, text)
  const ticketId = Number(messages().at(-1)?.['ticket_id'])
  if (world.rows(`SELECT 1 FROM ticket WHERE id = ${ticketId} AND status = 'pending'`).length > 0) {
    acceptTicket(world.ctxAs(world.ana), ticketId, { queueId: 1 })
  }
  return { mid, ticketId }
}

test('after a colleague answers in the page’s inbox, the menu is silent', async () => {
  world = await createPageWorld()
  const ana = await world.as(world.ana)
  await ana.post('/facebook', { ...world.login, queueIds: [1, 2], greetingMessage: 'Como ajudar?' })
  await until(() => world.rows("SELECT 1 FROM connection WHERE status = 'CONNECTED'").length === 3, 'the pages')
  const say = async (personId: string, text: string) => {
    await world.pages.says(aurora.id, personId, { text })
    await until(() => idOf(text) > 0, text)
  }
  await say(marta.id, 'Oi')
  await say(nuno.id, 'Olá')
  await until(() => sent().length === 2, 'both menus')
  const message = { mid: world.pages.newMid(), is_echo: true, app_id: 263902037430900, text: 'Da caixa da página' }
  const { messaging = [], ...entry } = world.pages.event(aurora.id, marta.id, Date.now(), { message })
  const parties = { sender: { id: aurora.id }, recipient: { id: marta.id } }
  await world.pages.deliver({ ...entry, messaging: [{ ...messaging[0], ...parties }] })
  await until(() => idOf('Da caixa da página') > 0, 'the answer')
  await say(marta.id, '9')
  await say(nuno.id, '8')
  await until(() => sent().length === 3, 'the menu again')
  expect(sent().map(({ body }) => body['recipient'].id)).toEqual([marta.id, nuno.id, nuno.id])
  expect(messages().find(({ body }) => body === 'Da caixa da página')).toMatchObject({ from_me: 1 })
})

test('Instagram: a recording goes as M4A, and what it does not take is refused to the agent', async () => {
  world = await createPageWorld()
  await world.linkAll()
  const { ticketId } = await hear(aurora.instagram.id, iara.id, 'Oi')
  const ana = await world.as(world.ana)
  const send = async (name: string, type: string, hex: string) => {
    const form = new FormData()
    form.append('medias', new File([Buffer.from(hex, 'hex')], name, { type }))
    return (await ana.post(`/messages/${ticketId}`, form)).body['error'] ?? 'sent'
  }
  expect(await send('voz.mp3', 'audio/mpeg', '494433040000000000000000')).toBe('ERR_FILE_TYPE')
  expect(await send('voz.m4a', 'audio/mp4', '00000020667479704d344120000000004d3441206d703432')).toBe('sent')
  await until(() => sent().length === 1, 'the recording')
  expect(sent()[0]?.body.message).toMatchObject({ attachment: { type: 'audio' } })
  expect([...world.graph.state.pages.attachments.values()]).toMatchObject([{ platform: 'instagram', type: 'audio' }])
})

test.each([
  ['Messenger', aurora.id, marta.id],
  ['Instagram', aurora.instagram.id, iara.id],
])('%s: an answer quotes what the person or we wrote, and theirs quotes ours', async (_, accountId, personId) => {
  world = await createPageWorld()
  await world.linkAll()
  const ana = await world.as(world.ana)
  const first = await hear(accountId, personId, 'Abrem hoje?')
  await hear(accountId, personId, 'E amanhã?')
  const say = (body: string, quotes: string) =>
    ana.post(`/messages/${first.ticketId}`, { body, quotedMsg: { id: idOf(quotes) } })
  expect((await say('Hoje até as 18', 'Abrem hoje?')).status).toBe(200)
  await until(() => sent().length === 1, 'the answer')
  expect(sent()[0]?.body).toMatchObject({ recipient: { id: personId }, reply_to: { mid: first.mid } })
  await until(() => messages().at(-1)?.['ack'] === 1, 'the echo')
  await say('Amanhã também', 'Hoje até as 18')
  await ana.post(`/messages/${first.ticketId}`, { body: 'Sem citar' })
  await until(() => sent().length === 3, 'the others')
  expect(sent().map(({ body }) => body['reply_to'] ?? null)).toEqual([
    { mid: first.mid },
    { mid: sent()[0]?.mid },
    null,
  ])
  await world.pages.says(accountId, personId, { text: 'Obrigada', reply_to: { mid: sent()[0]!.mid } })
  await until(() => idOf('Obrigada') > 0, 'thanks')
  expect(messages().at(-1)).toMatchObject({ quoted_message_id: idOf('Hoje até as 18') })
})

test('a comment cannot be quoted to Meta, and of several pictures their message is', async () => {
  world = await createPageWorld()
  const [facebook] = await world.linkAll()
  const ana = await world.as(world.ana)
  await ana.put(`/facebook/${facebook}`, { humanAgent: false, takesComments: true })
  await world.pages.comments(aurora.id, marta.id, 'Quanto custa?', 'c1')
  await until(() => idOf('Quanto custa?') > 0, 'the comment')
  const { ticketId, mid } = await hear(aurora.id, marta.id, 'Vi o post')
  const url = 'https://cdn.fbsbx.com/gone.jpg'
  const pair = world.pages.newMid()
  const picture = { type: 'image', payload: { url } }
  await world.pages.says(aurora.id, marta.id, { attachments: [picture, picture] }, { mid: pair })
  await until(() => messages().length === 4, 'both pictures')
  const second = Number(messages().at(-1)?.['id'])
  for (const id of [idOf('Quanto custa?'), second, idOf('Vi o post')]) {
    await ana.post(`/messages/${ticketId}`, { body: `Sobre ${id}`, quotedMsg: { id } })
  }
  await until(() => sent().length === 3, 'the answers')
  expect(sent().map(({ body }) => body['reply_to'] ?? null)).toEqual([null, { mid: pair }, { mid }])
})

test('the only answer to a comment is left to a person', async () => {
  world = await createPageWorld()
  const [facebook] = await world.linkAll()
  const ana = await world.as(world.ana)
  await ana.put(`/facebook/${facebook}`, { humanAgent: false, takesComments: true })
  for (const [column, data] of [
    ['greetingAcceptedMessage', 'Sou a Ana'],
    ['sendGreetingAccepted', 'enabled'],
  ]) {
    expect((await ana.put('/companySettings', { column, data })).status).toBe(200)
  }
  await world.pages.comments(aurora.id, marta.id, 'Quanto custa?', 'c3')
  await until(() => idOf('Quanto custa?') > 0, 'the comment')
  const ticketId = Number(messages().at(-1)?.['ticket_id'])
  const accept = (id: number) => ana.put(`/tickets/${id}`, { status: 'open', userId: world.ana.id, queueId: 1 })
  expect((await accept(ticketId)).status).toBe(200)
  const { uuid } = (await ana.get(`/tickets/${ticketId}`)).body
  const reply = async () => (await ana.get(`/tickets/u/${uuid}`)).body.commentReply
  // "Private Replies", developers.facebook.com, updated Apr 16, 2026: one message, within seven days.
  world.setTime(new Date(world.ctx(1).now.getTime() + 6 * dayMs))
  const long = await ana.post(`/messages/${ticketId}`, { body: 'Custa 90. '.repeat(250) })
  expect([long.status, long.body.error, await reply()]).toEqual([400, 'ERR_COMMENT_REPLIED', 'open'])
  await ana.post(`/messages/${ticketId}`, { body: 'Custa 90' })
  await until(() => sent().length === 1, 'the private reply')
  expect(sent()[0]?.body).toMatchObject({ recipient: { comment_id: 'c3' }, message: { text: 'Custa 90' } })
  const second = await ana.post(`/messages/${ticketId}`, { body: 'Qual cor?' })
  expect([second.status, second.body.error, await reply()]).toEqual([400, 'ERR_COMMENT_REPLIED', 'sent'])
  expect((await ana.post(`/messages/${ticketId}`, { body: 'Quer a azul', isPrivate: true })).status).toBe(200)
  await hear(aurora.id, marta.id, 'Quero')
  expect(await reply()).toBeUndefined()
  // A comment limits nothing within 24 hours of a message.
  await world.pages.comments(aurora.id, marta.id, 'E a mesa?', 'c4')
  await until(() => idOf('E a mesa?') > 0, 'the second comment')
  expect(await reply()).toBeUndefined()
  expect((await ana.post(`/messages/${ticketId}`, { body: 'Qual cor?' })).status).toBe(200)
  await until(() => sent().length === 2, 'the answer')
  expect(sent()[1]?.body['recipient']).toEqual({ id: marta.id })
  // A bystander who wrote is greeted.
  const other = await hear(aurora.id, nuno.id, 'Bom dia')
  expect((await accept(other.ticketId)).status).toBe(200)
  await until(() => sent().length === 3, 'the greeting')
  expect(sent()[2]?.body).toMatchObject({ recipient: { id: nuno.id }, message: { text: 'Sou a Ana' } })
})

// "Error Codes", Messenger Platform, developers.facebook.com, updated Mar 18, 2026: 10 with 2018278 "This message is sent
// outside of allowed window."
test('a window that Meta has closed is closed until the person writes', async () => {
  world = await createPageWorld()
  await world.linkAll()
  const ana = await world.as(world.ana)
  const { ticketId } = await hear(aurora.id, marta.id, 'Bom dia')
  const other = await hear(aurora.id, nuno.id, 'Boa tarde')
  world.graph.state.pages.wroteAt.set(marta.id, Date.now() - 25 * hourMs)
  const say = async (to: number, body: string) => (await ana.post(`/messages/${to}`, { body })).status
  const isRefused = async (id: number) => {
    const { uuid } = (await ana.get(`/tickets/${id}`)).body
    return (await ana.get(`/tickets/u/${uuid}`)).body.isWindowRefused
  }
  expect(await say(ticketId, 'Pode falar')).toBe(200)
  await until(() => messages().some(({ send_error: why }) => String(why).startsWith('2018278')), 'the refusal')
  expect([await isRefused(ticketId), await isRefused(other.ticketId)]).toEqual([true, undefined])
  expect([await say(ticketId, 'Alô?'), await say(other.ticketId, 'Olá')]).toEqual([400, 200])
  await until(() => sent().some(({ body }) => body['recipient'].id === nuno.id), 'the answer to another')
  await hear(aurora.id, marta.id, 'Oi?')
  expect([await isRefused(ticketId), await say(ticketId, 'Estou aqui')]).toEqual([undefined, 200])
})

test('conversations that another app answers are shown, and bots keep out of them until the app lets go', async () => {
  world = await createPageWorld()
  const ana = await world.as(world.ana)
  await ana.post('/facebook', { ...world.login, queueIds: [1, 2], greetingMessage: 'Como ajudar?' })
  await until(() => world.rows("SELECT 1 FROM connection WHERE status = 'CONNECTED'").length === 3, 'the pages')
  expect(world.graph.state.pages.subscribed.get(aurora.id)).toContain('standby')
  const { pages } = world
  await pages.standby(aurora.id, marta.id, { message: { mid: pages.newMid(), text: 'Oi, robô' } })
  const echo = { mid: pages.newMid(), is_echo: true, app_id: 263902037430900, text: 'Sou o outro app' }
  await pages.standby(aurora.id, marta.id, { message: echo }, true)
  await pages.standby(aurora.id, marta.id, { postback: { mid: pages.newMid(), title: 'Menu' } })
  await until(() => idOf('Menu') > 0, 'what was heard in standby')
  // A bystander, whose conversation is ours, is greeted.
  await pages.says(aurora.id, nuno.id, { text: 'Bom dia' })
  await until(() => sent().length === 1, 'the greeting')
  expect(sent()[0]?.body).toMatchObject({ recipient: { id: nuno.id } })
  expect(messages().slice(0, 3)).toMatchObject([
    { body: 'Oi, robô', from_me: 0, data: '{"standby":true}' },
    { body: 'Sou o outro app', from_me: 1, data: '{"standby":true}' },
    { body: 'Menu', from_me: 0, data: '{"standby":true}' },
  ])
  const ticketId = Number(messages()[0]?.['ticket_id'])
  acceptTicket(world.ctxAs(world.ana), ticketId, { queueId: 1 })
  await ana.post(`/messages/${ticketId}`, { body: 'Agora sou eu' })
  await until(() => sent().length === 2, 'the answer of a person')
  expect(sent()[1]?.body).toMatchObject({ recipient: { id: marta.id }, message: { text: 'Agora sou eu' } })
})

test('a commenter whom Messenger knows under another id stays one contact, who is answered under the new one', async () => {
  world = await createPageWorld()
  const [facebook] = await world.linkAll()
  const ana = await world.as(world.ana)
  await ana.put(`/facebook/${facebook}`, { humanAgent: false, takesComments: true })
  // Marta, a bystander, has written before.
  await hear(aurora.id, marta.id, 'Olá')
  await world.pages.comments(aurora.id, nuno.id, 'Qual o preço?', 'c7', '900000000000001')
  await until(() => idOf('Qual o preço?') > 0, 'the comment')
  const ticketId = Number(messages().at(-1)?.['ticket_id'])
  acceptTicket(world.ctxAs(world.ana), ticketId, { queueId: 1 })
  await ana.post(`/messages/${ticketId}`, { body: 'Custa 90' })
  await until(() => sent().length === 1, 'the private reply')
  expect(sent()[0]?.body).toMatchObject({ recipient: { comment_id: 'c7' } })
  await until(() => messages().at(-1)?.['ack'] === 1, 'the echo')
  await hear(aurora.id, nuno.id, 'Fico com um')
  expect(messages().at(-1)?.['ticket_id']).toBe(ticketId)
  await ana.post(`/messages/${ticketId}`, { body: 'Separado' })
  await until(() => sent().length === 2, 'the answer')
  expect(sent()[1]?.body['recipient']).toEqual({ id: nuno.id })
  expect(world.rows("SELECT name FROM contact WHERE channel = 'facebook' ORDER BY id")).toHaveLength(2)
})

test('a commenter with a conversation of old is joined to it by the private reply', async () => {
  world = await createPageWorld()
  const [facebook] = await world.linkAll()
  const ana = await world.as(world.ana)
  await ana.put(`/facebook/${facebook}`, { humanAgent: false, takesComments: true })
  const before = await hear(aurora.id, marta.id, 'Olá')
  await world.pages.comments(aurora.id, marta.id, 'Qual o preço?', 'c8', '900000000000002')
  await until(() => idOf('Qual o preço?') > 0, 'the comment')
  const contacts = () => world.rows("SELECT id FROM contact WHERE channel = 'facebook'").length
  expect(contacts()).toBe(2)
  const ticketId = Number(messages().at(-1)?.['ticket_id'])
  acceptTicket(world.ctxAs(world.ana), ticketId, { queueId: 1 })
  await ana.post(`/messages/${ticketId}`, { body: 'Custa 90' })
  await until(() => contacts() === 1, 'one contact')
  await hear(aurora.id, marta.id, 'Fico com um')
  await ana.post(`/messages/${before.ticketId}`, { body: 'Separado' })
  await until(() => sent().length === 2, 'the answer')
  expect(sent()[1]?.body['recipient']).toEqual({ id: marta.id })
})
