import { afterEach, beforeEach, expect, test } from 'bun:test'
import { giveTokens } from './testing/conversation/connections'
import { createServedWorld, type ServedWorld } from './testing/world/served-world'
import { createSlowNode } from './testing/world/slow-node'

let world: ServedWorld
let node: ReturnType<typeof createSlowNode>
const acme = 1
beforeEach(async () => {
  node = createSlowNode()
  world = await createServedWorld({ node: node.node, environment: { LOG_LEVEL: 'silent' } })
})
afterEach(() => world.stop())

const there = { answeredBy: 'n2' }

async function send(method: string, path: string, { token, body, headers }: Sent = {}) {
  const given = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers }
  const answer = await fetch(`${world.url}${path}`, { method, headers: given, body: body ?? null })
  return { status: answer.status, body: await answer.text() }
}
interface Sent {
  token?: string | undefined
  body?: string | FormData
  headers?: Record<string, string>
}

/** Acme moves to another node, with Ana signed in. */
async function moveAway() {
  const { token = '', refreshToken } = await world.as(world.ana)
  world.platform.files.close(acme)
  node.elsewhere.add(acme)
  return { token, refreshToken }
}
const json = { 'content-type': 'application/json' }

test('another node answers calls of its companies, with their bodies; those of others are answered here', async () => {
  const { token } = await moveAway()
  expect(await send('GET', '/tags?pageNumber=1', { token })).toEqual({ status: 200, body: JSON.stringify(there) })
  const small = JSON.stringify({ name: 'Nova çã', color: '#112233' })
  await send('POST', '/tags', { token, body: small, headers: json })
  const large = JSON.stringify({ name: 'x'.repeat(30_000) })
  await send('POST', '/tags', { token, body: large, headers: json })
  const form = new FormData()
  form.set('profileImage', new File(['a picture'], 'a.png'))
  await send('POST', '/users/2/media-upload', { token, body: form })
  expect(node.forwarded.map(({ method, path, companyId }) => [method, path, companyId])).toEqual([
    ['GET', '/tags', acme],
    ['POST', '/tags', acme],
    ['POST', '/tags', acme],
    ['POST', '/users/2/media-upload', acme],
  ])
  expect(node.forwarded[1]?.body).toBe(small)
  expect(node.forwarded[2]?.body).toBe(large)
  expect(node.forwarded[3]?.body).toContain('a picture')
  const gina = await world.as(world.gina)
  expect((await send('GET', '/tags', { token: gina.token })).body).toContain('tags')
  expect(node.forwarded).toHaveLength(4)
})

test('another node answers a sign-in, a page and an API token of its company', async () => {
  giveTokens(world, { 1: 'A'.repeat(30), 2: 'B'.repeat(30) })
  const { refreshToken } = await moveAway()
  const credentials = JSON.stringify({ email: world.ana.email, password: 'secret' })
  expect((await send('POST', '/auth/login', { body: credentials, headers: json })).body).toBe(JSON.stringify(there))
  const cookie = `recado_session=${refreshToken}`
  const navigation = { cookie, accept: 'text/html', 'sec-fetch-mode': 'navigate' }
  await send('GET', '/tickets', { headers: navigation })
  const message = JSON.stringify({ number: '5511999990000', body: 'Olá' })
  await send('POST', '/api/messages/send', { token: 'A'.repeat(30), body: message, headers: json })
  expect(node.forwarded.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/auth/login', credentials],
    ['GET', '/tickets', ''],
    ['POST', '/api/messages/send', message],
  ])
})

test('a socket of another node’s company is closed with 4409 and the node’s name, others stay', async () => {
  const { live: stays } = await world.live(world.gina)
  const { token } = await world.as(world.ana)
  world.platform.files.close(acme)
  node.elsewhere.add(acme)
  const socket = new WebSocket(world.liveAddress)
  const closed = new Promise<CloseEvent>((resolve) => (socket.onclose = resolve))
  socket.onopen = () => socket.send(JSON.stringify({ event: 'auth', data: { token, last: 5 } }))
  expect(await closed.then(({ code, reason }) => [code, reason])).toEqual([4409, 'n2'])
  await stays.settled()
})

test('what another node sent keeps its client address', async () => {
  const headers = { 'x-from-node': 'n2', 'x-forwarded-for': '198.51.100.7' }
  const tries = async () => {
    const body = JSON.stringify({ email: 'nobody@acme.test', password: 'wrong' })
    return (await send('POST', '/auth/login', { body, headers: { ...json, ...headers } })).status
  }
  expect(await tries()).toBe(401)
})
