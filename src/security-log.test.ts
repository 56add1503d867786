import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { password } from './testing/world/people'
import { createServedWorld, type ServedWorld } from './testing/world/served-world'

let world: ServedWorld
const written: string[] = []
const stderr = spyOn(process.stderr, 'write')
beforeEach(async () => {
  world = await createServedWorld({ environment: { LOG_LEVEL: 'info', LOG_FORMAT: 'json' } })
  written.length = 0
  stderr.mockImplementation((text) => (written.push(String(text)), true))
})
afterEach(async () => {
  stderr.mockReset()
  await world.stop()
})

const lines = (message: string) => written.map((line) => JSON.parse(line)).filter((line) => line.message === message)
const factsOf = (message: string) => lines(message).map(({ facts }) => facts)
const ask = (path: string, init: RequestInit = {}) => fetch(world.url + path, init)

test('the log tells who tried which call without the right to it, and from where', async () => {
  const bruno = await world.as(world.bruno)
  await ask('/audit?search=secreto', { headers: { authorization: `Bearer ${bruno.token}` } })
  await ask('/contacts', { headers: { authorization: `Bearer ${bruno.token}` } })
  await ask('/contacts')
  expect(lines('A call was refused')).toEqual([
    {
      time: expect.any(String),
      level: 'warn',
      message: 'A call was refused',
      company: 1,
      request: expect.any(String),
      facts: { code: 'ERR_NO_PERMISSION', call: 'GET /audit', address: '127.0.0.1', user: 2 },
    },
  ])
})

test('it tells of wrong passwords and of other sites, without what was sent, and a flood fills no disk', async () => {
  const signIn = (headers = {}) =>
    ask('/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email: world.bruno.email, password: 'segredo-errado' }),
    })
  await signIn()
  await signIn({ origin: 'https://elsewhere.test' })
  expect(factsOf('A call was refused').map(({ code, call }) => [code, call])).toEqual([
    ['ERR_INVALID_CREDENTIALS', 'POST /auth/login'],
    ['ERR_CROSS_SITE_REQUEST', 'POST /auth/login'],
  ])
  for (let i = 0; i < 110; i++) await signIn({ origin: 'https://elsewhere.test' })
  expect(lines('A call was refused')).toHaveLength(100)
  expect(written.join('')).not.toMatch(/segredo|bruno@/)
})

test('what is audited is in the log, too, without names, once it is done', async () => {
  const ana = await world.as(world.ana)
  written.length = 0
  const change = (body: object) => ana.put('/users/2', body)
  expect((await change({ name: 'Bruno Trocado', email: world.ana.email })).status).toBe(400)
  expect(written).toEqual([])
  expect((await change({ name: 'Bruno Trocado' })).status).toBe(200)
  await ask('/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: world.carla.email, password }),
  })
  expect(factsOf('Company audit')).toEqual([
    { action: 'user.updated', id: 2, by: 'user', byId: 1, address: '' },
    { action: 'user.signedIn', id: 3, by: 'user', byId: 3, address: '127.0.0.1' },
  ])
  expect(factsOf('Platform audit')).toEqual([{ action: 'sign-in', user: 3, address: '127.0.0.1' }])
  expect(lines('Platform audit').map(({ company }) => company)).toEqual([1])
  expect(written.join('')).not.toMatch(/Trocado|carla@|bruno@/)
})
