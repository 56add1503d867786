import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { forgetOldEvents } from '../kernel/event/forget-old-events'
import { dot } from '../testing/media/dot'
import type { Person } from '../testing/world/people'
import { effectsOf, noEffects } from '../testing/world/side-effects'
import { createWorld, signIn, type World } from '../testing/world/world'
import { changePlans } from '../testing/world/change-plans'
import type { ChatView } from './internal-chat.calls'
import { chatMessageTable, chatTable, chatUserTable } from './internal-chat.tables'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

async function brunosChat() {
  const bruno = await world.as(world.bruno)
  const chat = (await bruno.post('/chats', { title: 'Entrega 42', users: [{ id: world.carla.id, name: 'x' }] })).body
  return { bruno, chat }
}

function withFiles(names: readonly string[], texts: readonly string[] = []) {
  const form = new FormData()
  for (const name of names) form.append('medias', new File([dot], name, { type: 'image/png' }))
  for (const text of texts) form.append('body', text)
  form.append('chatInterno', 'true')
  return form
}

const members = (chat: unknown) => (chat as ChatView).users.map(({ user, unreads }) => [user.name, unreads])

test('makes the creator owner and member; shows it to members only, never to another company', async () => {
  const { bruno, chat } = await brunosChat()
  expect(chat).toMatchObject({ title: 'Entrega 42', ownerId: world.bruno.id, lastMessage: '' })
  expect(members(chat)).toEqual([
    ['Bruno Lima', 0],
    ['Carla Dias', 0],
  ])
  const carla = await world.as(world.carla)
  for (const caller of [bruno, carla]) {
    expect((await caller.get('/chats')).body).toMatchObject({ records: [{ id: chat.id }], hasMore: false, count: 1 })
    for (const name of [chat.id, chat.uuid]) expect((await caller.get(`/chats/${name}`)).body.id).toBe(chat.id)
  }
  // An admin who is not a member, and users of the other company with the same ids.
  for (const person of [world.ana, world.gina, world.hugo, world.ines]) {
    const stranger = await world.as(person)
    expect((await stranger.get('/chats')).body).toEqual({ records: [], hasMore: false, count: 0, unreads: 0 })
    const answers = [
      await stranger.get(`/chats/${chat.id}`),
      await stranger.get(`/chats/${chat.uuid}`),
      await stranger.get(`/chats/${chat.id}/messages`),
      await stranger.post(`/chats/${chat.id}/messages`, { message: 'oi' }),
      await stranger.post(`/chats/${chat.id}/messages`, withFiles(['a.png'])),
      await stranger.post(`/chats/${chat.id}/read`, {}),
      await stranger.put(`/chats/${chat.id}`, { title: 'minha' }),
      await stranger.delete(`/chats/${chat.id}`),
    ]
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      answers.map(() => [404, 'ERR_NO_CHAT_FOUND']),
    )
  }
  expect(world.ctx(1).db.select().from(chatMessageTable).all()).toEqual([])
  expect(world.ctx(2).db.select().from(chatTable).all()).toEqual([])
})

test('lets only the owner change or delete a chat', async () => {
  const { bruno, chat } = await brunosChat()
  const carla = await world.as(world.carla)
  const refused = [
    await carla.put(`/chats/${chat.id}`, { title: 'x' }),
    await carla.put(`/chats/${chat.id}`, { users: [world.carla.id] }),
    await carla.delete(`/chats/${chat.id}`),
  ]
  expect(refused.map(({ status, body }) => [status, body.error])).toEqual(refused.map(() => [403, 'ERR_NO_PERMISSION']))
  const changed = await effectsOf(world, () => bruno.put(`/chats/${chat.id}`, { title: 'Nova', users: [world.ana.id] }))
  expect(changed.answer.body.title).toBe('Nova')
  expect(members(changed.answer.body)).toEqual([
    ['Ana Souza', 0],
    ['Bruno Lima', 0],
  ])
  expect(changed).toMatchObject({
    events: { 'chat.changed': 1 },
    jobs: 'none',
    otherCompany: 'none',
    live: { 'company-1-chat-user-1': 1, 'company-1-chat-user-2': 1, 'company-1-chat-user-3': 1 },
  })
  expect((await carla.get(`/chats/${chat.id}`)).status).toBe(404)
  await bruno.post(`/chats/${chat.id}/messages`, withFiles(['a.png']))
  const other = (await bruno.post('/chats', { title: 'Outra entrega', users: [world.carla.id] })).body
  await bruno.post(`/chats/${other.id}/messages`, withFiles(['b.png']))
  const folder = () =>
    readdirSync(world.ctx(1).company.mediaFolder, { recursive: true }).filter((name) => String(name).endsWith('.png'))
  expect(folder()).toHaveLength(2)
  const deleted = await effectsOf(world, () => bruno.delete(`/chats/${chat.id}`))
  expect(deleted).toMatchObject({ events: { 'chat.deleted': 1 }, live: { 'company-1-chat': 1 }, otherCompany: 'none' })
  const { db } = world.ctx(1)
  expect([chatTable, chatUserTable, chatMessageTable].map((table) => db.select().from(table).all().length)).toEqual([
    1, 2, 1,
  ])
  expect(folder()).toHaveLength(1)
  expect((await carla.get(`/chats/${other.id}/messages`)).body.records).toMatchObject([{ chatId: other.id }])
})

test('counts messages as unread for each of the others until they read them', async () => {
  const { bruno, chat } = await brunosChat()
  const { ana, carla } = await signIn(world, 'ana', 'carla')
  await bruno.put(`/chats/${chat.id}`, { users: [world.carla.id, world.ana.id] })
  const sent = await effectsOf(world, () => bruno.post(`/chats/${chat.id}/messages`, { message: '  Chegou a carga  ' }))
  expect(sent.answer.body.records).toMatchObject([
    { message: 'Chegou a carga', senderId: world.bruno.id, sender: { name: 'Bruno Lima' }, chatId: chat.id },
  ])
  expect(sent).toMatchObject({
    events: { 'chatMessage.sent': 1 },
    jobs: 'none',
    otherCompany: 'none',
    live: { 'company-1-chat': 1, [`company-1-chat-${chat.id}`]: 1 },
  })
  await bruno.post(`/chats/${chat.id}/messages`, { message: 'Doca 3' })
  expect((await carla.get('/chats')).body).toMatchObject({ unreads: 2, records: [{ lastMessage: 'Doca 3' }] })
  expect((await bruno.get('/chats')).body.unreads).toBe(0)
  const other = (await bruno.post('/chats', { title: 'Entrega 43', users: [world.carla.id] })).body
  await bruno.post(`/chats/${other.id}/messages`, { message: 'Outra doca' })
  const forOther = await carla.post(`/chats/${chat.id}/read`, { userId: world.bruno.id })
  expect([forOther.status, forOther.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  const read = await effectsOf(world, () => carla.post(`/chats/${chat.id}/read`, { userId: world.carla.id }))
  expect(members(read.answer.body)).toEqual([
    ['Ana Souza', 2],
    ['Bruno Lima', 0],
    ['Carla Dias', 0],
  ])
  expect([(await ana.get('/chats')).body.unreads, (await carla.get('/chats')).body.unreads]).toEqual([2, 1])
  expect(read).toMatchObject({ events: { 'chatMessage.read': 1 } })
  const again = await effectsOf(world, () => carla.post(`/chats/${chat.id}/read`, {}))
  expect(again).toMatchObject({ ...noEffects, answer: { status: 200 } })
  await bruno.post(`/chats/${chat.id}/messages`, { message: 'Ok?' })
  await carla.post(`/chats/${chat.id}/messages`, { message: 'Ok!' })
  expect([(await carla.get('/chats')).body.unreads, (await bruno.get('/chats')).body.unreads]).toEqual([1, 1])
})

test('lists messages oldest first, forty per page, and continues after the last page', async () => {
  const { bruno, chat } = await brunosChat()
  const write = (index: number) => bruno.post(`/chats/${chat.id}/messages`, { message: `${index}` })
  for (let index = 1; index <= 40; index++) await write(index)
  const page = async (query = '') => {
    const { records, hasMore, nextCursor } = (await bruno.get(`/chats/${chat.id}/messages${query}`)).body
    const texts = records.map(({ message }: { message: string }) => message)
    return { first: texts[0], last: texts.at(-1), length: texts.length, hasMore, nextCursor }
  }
  expect(await page()).toMatchObject({ first: '1', length: 40, hasMore: false, nextCursor: null })
  for (let index = 41; index <= 45; index++) await write(index)
  const newest = await page('?pageNumber=1')
  expect(newest).toMatchObject({ first: '6', last: '45', length: 40, hasMore: true })
  await bruno.post(`/chats/${chat.id}/messages`, { message: 'mais uma' })
  expect(await page(`?cursor=${newest.nextCursor}`)).toEqual({
    first: '1',
    last: '5',
    length: 5,
    hasMore: false,
    nextCursor: null,
  })
  expect(await page('?pageNumber=2')).toMatchObject({ first: '1', last: '6', hasMore: false })
})

test('serves files to members only, creates one message per file, and none twice for a repeated request', async () => {
  const { bruno, chat } = await brunosChat()
  const form = () => {
    const body = withFiles(['foto 1.png', 'foto2.png'], ['a doca'])
    body.set('clientId', 'cliente-0001')
    return body
  }
  const first = await bruno.post(`/chats/${chat.id}/messages`, form())
  const again = await bruno.post(`/chats/${chat.id}/messages`, form())
  expect(again.body).toEqual(first.body)
  expect(first.body.records).toMatchObject([
    { message: 'a doca', mediaName: 'foto 1.png', mediaType: 'image/png', mediaWidth: 1, mediaHeight: 1 },
    { message: '', mediaName: 'foto2.png' },
  ])
  const { mediaPath } = first.body.records[0]
  const status = async (person: Person) => (await (await world.as(person)).get(mediaPath)).status
  expect([await status(world.carla), await status(world.ana), await status(world.gina)]).toEqual([200, 404, 404])
  expect((await world.nobody.get(mediaPath)).status).toBe(401)
  expect((await (await world.as(world.carla)).get('/chats')).body).toMatchObject({
    unreads: 2,
    records: [{ lastMessage: 'foto2.png' }],
  })
  const text = { message: 'oi', clientId: 'cliente-0001' }
  const ofOther = await (await world.as(world.carla)).post(`/chats/${chat.id}/messages`, text)
  expect(ofOther.body.records).toMatchObject([{ message: 'oi', senderId: world.carla.id }])
  const parallel = await Promise.all(
    [1, 2].map(() => bruno.post(`/chats/${chat.id}/messages`, { ...text, clientId: 'cliente-0002' })),
  )
  expect(parallel[1]?.body).toEqual(parallel[0]?.body)
})

test('names the fields of invalid input, also for unknown users', async () => {
  const { bruno, chat } = await brunosChat()
  const { id } = chat
  const answers = [
    await bruno.post('/chats', {}),
    await bruno.post('/chats', { title: ' ', users: [] }),
    await bruno.post('/chats', { title: 'x'.repeat(101), users: [{ id: 'a' }] }),
    await bruno.post('/chats', { title: 'x', users: [99] }),
    await bruno.put(`/chats/${id}`, { users: [99] }),
    await bruno.post(`/chats/${id}/messages`, { message: '  ' }),
    await bruno.post(`/chats/${id}/messages`, { message: 'x'.repeat(65_537) }),
    await bruno.get(`/chats/${id}/messages?cursor=a`),
    await bruno.get('/chats/nada'),
  ]
  expect(answers.map(({ status, body }) => [status, Object.keys(body.fields ?? {})])).toEqual([
    [400, ['title', 'users']],
    [400, ['title', 'users']],
    [400, ['title', 'users.0']],
    [400, ['users']],
    [400, ['users']],
    [400, ['message']],
    [400, ['message']],
    [400, ['cursor']],
    [400, ['id']],
  ])
  const empty = new FormData()
  empty.append('medias', new File([], 'nada.png'))
  expect((await bruno.post(`/chats/${id}/messages`, empty)).body.fields).toEqual({ medias: 'empty' })
})

test('rejects every call without internal chat in the plan', async () => {
  const { bruno, chat } = await brunosChat()
  changePlans(world, { useInternalChat: false })
  const answers = [
    await bruno.get('/chats'),
    await bruno.get(`/chats/${chat.id}`),
    await bruno.post('/chats', { title: 'x', users: [1] }),
    await bruno.put(`/chats/${chat.id}`, {}),
    await bruno.delete(`/chats/${chat.id}`),
    await bruno.get(`/chats/${chat.id}/messages`),
    await bruno.post(`/chats/${chat.id}/messages`, { message: 'x' }),
    await bruno.post(`/chats/${chat.id}/read`, {}),
  ]
  expect(answers.map(({ status, body }) => [status, body.limit])).toEqual(answers.map(() => [402, 'useInternalChat']))
})

test('finds chats by title and members, the most recently used first', async () => {
  const { bruno, chat } = await brunosChat()
  const other = (await bruno.post('/chats', { title: 'Férias', users: [world.ana.id] })).body
  const found = async (search = '') =>
    (await bruno.get(`/chats?searchParam=${search}`)).body.records.map(({ id }: { id: number }) => id)
  world.setTime(new Date(Date.now() + 60_000))
  await bruno.post(`/chats/${chat.id}/messages`, { message: 'oi' })
  expect(await found()).toEqual([chat.id, other.id])
  expect([await found('ferias'), await found('carla'), await found('zz')]).toEqual([[other.id], [chat.id], []])
})

test('removes a deleted user from chats, transfers owned ones, deletes empty ones, and keeps messages', async () => {
  const { bruno, chat } = await brunosChat()
  await bruno.post(`/chats/${chat.id}/messages`, { message: 'fica' })
  const alone = (await bruno.post('/chats', { title: 'Só eu', users: [world.bruno.id] })).body
  const ana = await world.as(world.ana)
  expect((await ana.delete(`/users/${world.bruno.id}`)).status).toBe(200)
  const carla = await world.as(world.carla)
  const left = (await carla.get(`/chats/${chat.id}`)).body
  expect([left.ownerId, members(left)]).toEqual([world.carla.id, [['Carla Dias', 1]]])
  expect((await carla.get(`/chats/${chat.id}/messages`)).body.records).toMatchObject([
    { message: 'fica', senderId: null, sender: null },
  ])
  expect((await carla.put(`/chats/${chat.id}`, { title: 'Meu agora' })).status).toBe(200)
  expect(
    world
      .ctx(1)
      .db.select()
      .from(chatTable)
      .all()
      .map(({ id }) => id),
  ).not.toContain(alone.id)
})

test('removes message texts from the log after a week', async () => {
  const { bruno, chat } = await brunosChat()
  await bruno.post(`/chats/${chat.id}/messages`, { message: 'fica guardada' })
  const { company, now } = world.ctx(1)
  const types = () =>
    company.sqlite
      .query<{ type: string }, []>("SELECT type FROM event WHERE type LIKE 'chat%' ORDER BY number")
      .all()
      .map(({ type }) => type)
  await forgetOldEvents(company, new Date(now.getTime() + 6 * 86_400_000))
  expect(types()).toEqual(['chat.created', 'chatMessage.sent'])
  await forgetOldEvents(company, new Date(now.getTime() + 8 * 86_400_000))
  expect(types()).toEqual(['chat.created'])
  expect((await bruno.get(`/chats/${chat.id}/messages`)).body.records).toHaveLength(1)
})
