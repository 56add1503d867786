import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { effectsOf, noEffects } from '../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'

let world: World
let bruno: Caller, carla: Caller
let chatId: number
beforeEach(async () => {
  world = await createWorld()
  ;({ bruno, carla } = await signIn(world, 'bruno', 'carla'))
  chatId = (await bruno.post('/chats', { title: 'Entregas', users: [world.carla.id] })).body.id
})
afterEach(() => world.stop())

const say = async (message: string, by = bruno): Promise<number> =>
  (await by.post(`/chats/${chatId}/messages`, { message })).body.records[0].id
const path = (id: number | string) => `/chats/${chatId}/messages/${id}`
const lastMessage = async () => (await carla.get(`/chats/${chatId}`)).body.lastMessage

test('changes one’s own message for everybody, and in lists', async () => {
  const first = await say('Entrega as 9h')
  const last = await say('Até lá')
  const { answer, ...effects } = await effectsOf(world, () => bruno.put(path(last), { message: ' Até amanhã ' }))
  expect(answer.body).toMatchObject({ id: last, message: 'Até amanhã', isDeleted: false, editedAt: expect.any(String) })
  expect(effects).toEqual({
    ...noEffects,
    events: { 'chatMessage.changed': 1 },
    live: { 'company-1-chat': 1, [`company-1-chat-${chatId}`]: 1 },
  })
  expect(await lastMessage()).toBe('Até amanhã')
  await bruno.put(path(first), { message: 'Entrega às 9h' })
  expect(await lastMessage()).toBe('Até amanhã')
  expect((await carla.get(`/chats/${chatId}/messages`)).body.records).toMatchObject([
    { message: 'Entrega às 9h' },
    { message: 'Até amanhã' },
  ])
  const same = await effectsOf(world, () => bruno.put(path(last), { message: 'Até amanhã' }))
  expect([same.answer.status, same.events]).toEqual([200, 'none'])
})

test('removes text and file of a deleted message, keeps its position, and shows the previous one in lists', async () => {
  await say('Segue a foto')
  const form = new FormData()
  form.append('medias', new File(['GIF89a'], 'segredo.gif', { type: 'image/gif' }))
  const { id, mediaPath } = (await bruno.post(`/chats/${chatId}/messages`, form)).body.records[0]
  expect((await carla.get(mediaPath)).status).toBe(200)
  expect((await bruno.delete(path(id))).body).toMatchObject({ id, message: '', mediaPath: null, isDeleted: true })
  expect((await carla.get(mediaPath)).status).toBe(404)
  const { mediaFolder } = world.ctx(1).company
  const files = readdirSync(mediaFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files).toEqual([])
  expect(await lastMessage()).toBe('Segue a foto')
  expect((await carla.get(`/chats/${chatId}/messages`)).body.records).toHaveLength(2)
  const again = await effectsOf(world, () => bruno.delete(path(id)))
  expect([again.answer.status, again.events]).toEqual([200, 'none'])
  expect((await bruno.put(path(id), { message: 'de volta' })).body.error).toBe('ERR_NO_MESSAGE_FOUND')
})

test('rejects changes to others’ messages, in other chats, or to an empty message', async () => {
  const id = await say('minha')
  const other = (await carla.post('/chats', { title: 'Outra', users: [world.bruno.id] })).body.id
  const refusals: [number, string, Promise<{ status: number; body: { error?: unknown } }>][] = [
    [403, 'ERR_NO_PERMISSION', carla.put(path(id), { message: 'x' })],
    [403, 'ERR_NO_PERMISSION', carla.delete(path(id))],
    [404, 'ERR_NO_CHAT_FOUND', (await world.as(world.ana)).put(path(id), { message: 'x' })],
    [404, 'ERR_NO_CHAT_FOUND', (await world.as(world.hugo)).delete(path(id))],
    [404, 'ERR_NO_MESSAGE_FOUND', bruno.put(`/chats/${other}/messages/${id}`, { message: 'x' })],
    [404, 'ERR_NO_MESSAGE_FOUND', bruno.delete(path(999))],
    [400, 'ERR_INVALID_INPUT', bruno.put(path(id), { message: '  ' })],
    [400, 'ERR_INVALID_INPUT', bruno.put(path(id), {})],
    [400, 'ERR_INVALID_INPUT', bruno.put(path(id), { message: 'x'.repeat(70_000) })],
    [400, 'ERR_INVALID_INPUT', bruno.delete(path('abc'))],
  ]
  for (const [status, error, requested] of refusals) {
    const answer = await requested
    expect([answer.status, answer.body.error]).toEqual([status, error])
  }
  for (const method of ['PUT', 'DELETE']) expect((await world.nobody.call(method, path(id), {})).status).toBe(401)
  expect((await bruno.get(`/chats/${chatId}/messages`)).body.records).toMatchObject([
    { message: 'minha', editedAt: null, isDeleted: false },
  ])
})
