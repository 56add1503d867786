import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { createServedWorld, type ServedWorld } from './testing/world/served-world'

let world: ServedWorld
const written: string[] = []
const stderr = spyOn(process.stderr, 'write')
beforeEach(async () => {
  world = await createServedWorld({ environment: { LOG_LEVEL: 'warn', LOG_FORMAT: 'json' } })
  written.length = 0
  stderr.mockImplementation((text) => (written.push(String(text)), true))
})
afterEach(async () => {
  stderr.mockReset()
  await world.stop()
})

const lines = () => written.map((line) => JSON.parse(line))
const ask = (path: string, init: RequestInit = {}) => fetch(world.url + path, init)

test('the log tells who tried which call without the right to it, and from where', async () => {
  const bruno = await world.as(world.bruno)
  await ask('/audit?search=secreto', { headers: { authorization: `Bearer ${bruno.token}` } })
  await ask('/contacts', { headers: { authorization: `Bearer ${bruno.token}` } })
  await ask('/contacts')
  expect(lines()).toEqual([
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
  expect(lines().map(({ facts }) => [facts.code, facts.call])).toEqual([
    ['ERR_INVALID_CREDENTIALS', 'POST /auth/login'],
    ['ERR_CROSS_SITE_REQUEST', 'POST /auth/login'],
  ])
  for (let i = 0; i < 110; i++) await signIn({ origin: 'https://elsewhere.test' })
  expect(written).toHaveLength(100)
  expect(written.join('')).not.toMatch(/segredo|bruno@/)
})
