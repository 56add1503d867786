import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiCall, fillPath, readApiCalls, realPath, sampleOf, withoutSigning } from './testing/hostile/api-calls'
import { messageEvent, receive } from './testing/conversation/inbound'
import { createRequests } from './testing/world/requests'
import { addTicket } from './testing/conversation/tickets'
import { createWorld, type World } from './testing/world/world'
import { acceptTicket } from './ticket/assignment/accept-ticket'

let world: World
let calls: ApiCall[]
beforeAll(async () => {
  world = await createWorld()
  receive(world, 1, messageEvent({ text: 'Olá' }))
  acceptTicket(world.ctxAs(world.ana), 1, { queueId: 1 })
  calls = await readApiCalls(world.app)
})
afterAll(() => world.stop())

test('every call refuses a missing or invalid token before anything is read', async () => {
  const open =
    /^(GET \/(version|plans\/list|public-settings|branding|shared-media|manifest.webmanifest)|(GET|POST) \/webhook\/meta|POST \/(auth|hooks|webhook\/payment)\/|\w+ \/mail-choice\/)/
  const { token: good = '' } = await world.as(world.ana)
  const bearers: [string | undefined, number, string][] = [
    [undefined, 401, 'ERR_UNAUTHORIZED'],
    ['', 401, 'ERR_UNAUTHORIZED'],
    ['x', 403, 'ERR_SESSION_EXPIRED'],
    [`${good.slice(0, -4)}AAAA`, 403, 'ERR_SESSION_EXPIRED'],
    [good.split('.').slice(0, 2).join('.') + '.', 403, 'ERR_SESSION_EXPIRED'],
    ['x'.repeat(20_000), 403, 'ERR_SESSION_EXPIRED'],
  ]
  const wrongly: string[] = []
  for (const { method, path, name, body } of withoutSigning(calls)) {
    if (open.test(name)) continue
    for (const [bearer, status, error] of bearers) {
      const requests = createRequests(world.app, bearer)
      const headers = bearer === '' ? { authorization: 'Bearer ' } : undefined
      const answer = await requests.call(method, realPath(path), body && sampleOf(body), headers)
      // Calls of programs require a connection's token.
      const expected = path.startsWith('/api/') && status === 403 ? 'ERR_NO_PERMISSION' : error
      if (answer.status !== status || answer.body.error !== expected) {
        wrongly.push(`${name} with ${bearer?.slice(0, 10)}: ${answer.status} ${answer.body.error}`)
      }
    }
  }
  expect(wrongly).toEqual([])
})

/** Paths whose number is not a company's. */
const shared = /^\/(companySettings|announcements)/

test('ids of another company are not found', async () => {
  const ctx = world.ctx(1)
  for (let i = 0; i < 8; i++) addTicket(ctx, { status: 'open', userId: 2, connectionId: null })
  for (const [table, columns, values] of [
    ['tag', 'name, color', "'VIP', '#000000'"],
    ['queue', 'name, color', "'Fiscal', '#000000'"],
    ['connection', 'name, channel, token', "'Filial', 'whatsapp', 'nine'"],
    ['user', 'name, email, password_hash', "'Nono', 'nono@acme.test', 'none'"],
  ])
    ctx.company.sqlite.run(`INSERT INTO ${table} (id, created_at, updated_at, ${columns}) VALUES (9, 0, 0, ${values})`)
  const changesOf = () => ctx.company.sqlite.query<{ n: number }, []>('SELECT max(number) AS n FROM event').get()?.n
  const before = changesOf()
  const { token: bearer } = await world.as(world.gina)
  const requests = createRequests(world.app, bearer)
  const wrongly: string[] = []
  for (const { method, path, name, body } of withoutSigning(calls)) {
    if (!/\{(id|ticketId|contactId|userId|tagId)\}/.test(path) || shared.test(path)) continue
    const { status } = await requests.call(
      method,
      fillPath(path, () => '9'),
      body && sampleOf(body),
    )
    if (![400, 403, 404].includes(status)) wrongly.push(`${name}: ${status}`)
  }
  expect(wrongly).toEqual([])
  expect(changesOf()).toBe(before)
})
