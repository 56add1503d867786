import { afterEach, beforeEach, expect, test } from 'bun:test'
import { changePlans } from '../testing/world/change-plans'
import { giveTokens } from '../testing/conversation/connections'
import { listMessageRows } from '../testing/conversation/conversation'
import { phones } from '../testing/conversation/inbound'
import { createRequests } from '../testing/world/requests'
import { createWorld, type World } from '../testing/world/world'

const tokens = { 1: 'A'.repeat(30), 2: 'B'.repeat(30) }
const path = '/api/messages/send'
const text = { number: phones[1], body: 'Seu pedido saiu' }

function form() {
  const data = new FormData()
  for (const [name, value] of Object.entries(text)) data.set(name, value)
  data.append('medias', new File(['a'], 'a.txt'))
  return data
}

let world: World
let api: ReturnType<typeof createRequests>
beforeEach(async () => {
  world = await createWorld()
  giveTokens(world, tokens)
  // A known account, so that messages are queued while the connection is down.
  for (const id of [1, 2]) world.ctx(id).company.sqlite.run("UPDATE connection SET number = '5511900000001'")
  api = createRequests(world.app, tokens[1])
})
afterEach(() => world.stop())

test('requires the token of a connection for every call', async () => {
  const file = form()
  for (const body of [text, file, {}]) {
    const none = await createRequests(world.app).post(path, body)
    const unknown = await createRequests(world.app, 'C'.repeat(30)).post(path, body)
    expect([none.status, none.body.error]).toEqual([401, 'ERR_UNAUTHORIZED'])
    expect([unknown.status, unknown.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  }
  const session = await (await world.as(world.ana)).post(path, text)
  expect([session.status, session.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  expect((await createRequests(world.app).post(`${path}?token=${tokens[1]}`, text)).status).toBe(401)
  expect(listMessageRows(world)).toEqual([])
  const spaced = await createRequests(world.app).post(path, text, { authorization: `bearer  ${tokens[1]} ` })
  expect(spaced.status).toBe(200)
  expect((await api.get('/tickets')).status).toBe(403)
})

test('limits guessed tokens by address, without locking out known programs and repeated old tokens', async () => {
  const now = new Date()
  world.setTime(now)
  const ask = (address: string, token: string) =>
    createRequests(world.app, token).get('/api/messages/1', { 'x-forwarded-for': address })
  const send = (address: string, token: string) =>
    createRequests(world.app, token).post(path, {}, { 'x-forwarded-for': address })
  const guess = (count: number) => String(count).padStart(30, 'x')
  const [shared, other] = ['203.0.113.7', '203.0.113.8']
  expect((await ask(shared, tokens[1])).status).toBe(404)
  for (let count = 0; count < 60; count++) {
    const answer = await (count % 2 === 0 ? ask : send)(shared, guess(count))
    expect([answer.status, answer.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect((await ask(other, 'old'.repeat(10))).status).toBe(403)
  }
  for (const attempt of [ask, send]) {
    const refused = await attempt(shared, guess(60))
    expect([refused.status, refused.body.error]).toEqual([429, 'ERR_TOO_MANY_REQUESTS'])
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 301)
  }
  // A guess that hits tells nothing, programs that work there go on, and other addresses are not concerned.
  expect((await ask(shared, tokens[2])).status).toBe(429)
  expect((await ask(shared, tokens[1])).status).toBe(404)
  expect((await ask(other, tokens[2])).status).toBe(404)
  world.setTime(new Date(now.getTime() + 300_000))
  expect((await ask(shared, tokens[2])).status).toBe(404)
})

test('answers 403 without the API in the plan, and 402 to an expired company', async () => {
  const refused = async () => {
    const { status, body } = await createRequests(world.app, tokens[2]).post(path, { ...text, number: phones[2] })
    return [status, body.error]
  }
  changePlans(world, { useExternalApi: false })
  expect(await refused()).toEqual([403, 'ERR_NO_PERMISSION'])
  await (await world.as(world.sofia)).put('/companies/2', { dueDate: '2020-01-01' })
  expect(await refused()).toEqual([402, 'ERR_SUBSCRIPTION_EXPIRED'])
  expect(listMessageRows(world, 2)).toEqual([])
})
