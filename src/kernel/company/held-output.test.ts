import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createServedWorld, type ServedWorld } from '../../testing/world/served-world'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { password } from '../../testing/world/people'
import { createSlowNode } from '../../testing/world/slow-node'
import { afterCommit } from './company-context'

let world: ServedWorld
let node: ReturnType<typeof createSlowNode>
const acme = 1
beforeEach(async () => {
  node = createSlowNode()
  world = await createServedWorld({ node: node.node, environment: { LOG_LEVEL: 'silent' } })
})
afterEach(() => world.stop())

/** Over the real server, which `world.as` does not use. */
async function callerOf(person: ServedWorld['ana']) {
  const { token } = await world.as(person)
  return async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${world.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: answer.status, body: (await answer.json()) as Record<string, any> }
  }
}

/** Whether it is answered once the gate holds this much. */
async function stateOf(answer: Promise<unknown>, held = 1) {
  let state = 'waits'
  answer.then(
    () => (state = 'answered'),
    () => (state = 'failed'),
  )
  await until(() => node.waiting(acme) >= held || state !== 'waits', 'the gate to hold it')
  await Bun.sleep(20)
  return state
}

const tag = (name: string) => ({ name, color: '#112233' })
const tagsOf = (companyId: number) =>
  world.ctx(companyId).company.sqlite.query<{ name: string }, []>('SELECT name FROM tag ORDER BY id').all()

test('the answer to a write waits for the gate, those to reads and of other companies do not', async () => {
  const [ana, gina] = [await callerOf(world.ana), await callerOf(world.gina)]
  node.shut(acme)
  const written = ana('POST', '/tags', tag('Nova'))
  expect(await stateOf(written, 2)).toBe('waits')
  expect(tagsOf(acme).map(({ name }) => name)).toContain('Nova')
  expect((await ana('GET', '/tags')).status).toBe(200)
  expect((await gina('POST', '/tags', tag('Outra'))).status).toBe(200)
  node.open(acme)
  expect(await written).toMatchObject({ status: 200, body: { name: 'Nova' } })
  expect(tagsOf(acme).filter(({ name }) => name === 'Nova')).toHaveLength(1)
})

test('a write that will never be safe is answered with 503, and nobody hears of it', async () => {
  const ana = await callerOf(world.ana)
  const { live } = await world.live(world.bruno)
  node.shut(acme)
  const written = ana('POST', '/tags', tag('Nova'))
  expect(await stateOf(written, 2)).toBe('waits')
  node.lose(acme)
  expect(await written).toEqual({ status: 503, body: { error: 'ERR_NOT_CONFIRMED', message: 'ERR_NOT_CONFIRMED' } })
  await Bun.sleep(60)
  expect(live.heard().filter(({ event }) => event === 'company-1-tag')).toEqual([])
})

test('live messages wait, in order, and show what was committed', async () => {
  const ana = await callerOf(world.ana)
  const { live } = await world.live(world.bruno)
  const heard = () => live.frames.filter(({ event }) => event === 'company-1-tag').map(({ data }) => data?.tag.name)
  node.shut(acme)
  const answers = [ana('POST', '/tags', tag('Uma'))]
  await stateOf(Promise.all(answers), 2)
  const id = world.ctx(acme).company.sqlite.query<{ id: number }, []>("SELECT id FROM tag WHERE name = 'Uma'").get()?.id
  answers.push(ana('PUT', `/tags/${id}`, tag('Duas')))
  expect(await stateOf(Promise.all(answers), 4)).toBe('waits')
  expect(heard()).toEqual([])
  node.open(acme)
  await Promise.all(answers)
  await live.next(({ data }) => data?.tag?.name === 'Duas')
  expect(heard()).toEqual(['Uma', 'Duas'])
})

test('a returning client receives no event that is not safe, and each once', async () => {
  const ana = await callerOf(world.ana)
  await ana('POST', '/tags', tag('Antes'))
  node.shut(acme)
  const written = ana('POST', '/tags', tag('Depois'))
  await stateOf(written, 2)
  const connecting = world.live(world.bruno, 0)
  expect(await stateOf(connecting, 3)).toBe('waits')
  node.open(acme)
  const { live } = await connecting
  await written
  await live.settled()
  const numbers = live.frames.flatMap(({ event, number }) => (event === 'company-1-tag' ? [number] : []))
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('tasks after a commit keep their order, and those that waited run once', () => {
  const ctx = world.ctx(acme)
  const ran: string[] = []
  const write = (name: string) => ctx.transaction(() => afterCommit(ctx, () => ran.push(name)))
  write('at once')
  expect(ran).toEqual(['at once'])
  node.shut(acme)
  write('held')
  expect(ran).toEqual(['at once'])
  node.open(acme)
  // The gate is open again, but an earlier task still waits for its turn.
  write('later')
  return Bun.sleep(5).then(() => expect(ran).toEqual(['at once', 'held', 'later']))
})

test('while nothing may be written nobody signs in, and whoever is signed in stays so', async () => {
  const post = (path: string, body: object, cookie = '') =>
    fetch(world.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const signIn = (email: string) => post('/auth/login', { email, password })
  const cookieOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  const first = await signIn('ana@acme.test')
  expect(first.status).toBe(200)
  const cookie = cookieOf(first)
  node.setReadOnly(acme, true)
  const refused = await signIn('bruno@acme.test')
  expect([refused.status, (await refused.json()).error]).toEqual([503, 'ERR_READ_ONLY'])
  for (let times = 0; times < 2; times++) {
    const refreshed = await post('/auth/refresh_token', {}, cookie)
    expect([refreshed.status, refreshed.headers.getSetCookie()]).toEqual([200, []])
    const { token } = (await refreshed.json()) as { token: string }
    const tags = await fetch(`${world.url}/tags`, { headers: { authorization: `Bearer ${token}` } })
    expect(tags.status).toBe(200)
  }
  node.setReadOnly(acme, false)
  const rotated = await post('/auth/refresh_token', {}, cookie)
  expect([rotated.status, cookieOf(rotated) === cookie]).toEqual([200, false])
  expect((await signIn('bruno@acme.test')).status).toBe(200)
})

test('while nothing may be written reads work and writes are refused', async () => {
  const ana = await callerOf(world.ana)
  const { live } = await world.live(world.bruno)
  node.setReadOnly(acme, true)
  expect((await ana('GET', '/tags')).status).toBe(200)
  const before = tagsOf(acme)
  expect(await ana('POST', '/tags', tag('Nova'))).toMatchObject({ status: 503, body: { error: 'ERR_READ_ONLY' } })
  expect(tagsOf(acme)).toEqual(before)
  live.send('userStatus', null)
  await live.settled()
  node.setReadOnly(acme, false)
  expect((await ana('POST', '/tags', tag('Nova'))).status).toBe(200)
})
