import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { password, type Person } from '../testing/people'
import { createServedWorld, type ServedWorld } from '../testing/served-world'
import { userTable } from './user.tables'

let world: ServedWorld
beforeEach(async () => {
  world = await createServedWorld({ environment: { LOG_LEVEL: 'silent' } })
})
afterEach(() => world.stop())

/** As a reverse proxy hands it on that was called from there. */
async function login(email: string, secret: string, from = '203.0.113.7') {
  const answer = await fetch(`${world.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.1, ${from}` },
    body: JSON.stringify({ email, password: secret }),
  })
  const { error } = (await answer.json()) as { error?: string }
  return { status: answer.status, error, retryAfter: Number(answer.headers.get('retry-after')) }
}

const tenTries = (email: string) => Promise.all(Array.from({ length: 10 }, () => login(email, 'errada')))

test('an account is tried ten times in five minutes, from wherever and however its address is written', async () => {
  const now = new Date()
  world.setTime(now)
  for (const { status } of await tenTries(world.bruno.email)) expect(status).toBe(401)
  const refused = await login('  BRUNO@Acme.test ', password, '203.0.113.8')
  expect(refused).toMatchObject({ status: 429, error: 'ERR_TOO_MANY_REQUESTS' })
  expect(refused.retryAfter).toBeWithin(1, 301)
  // An account that does not exist is counted alike, or it could be told from one that does.
  await tenTries('ninguem@acme.test')
  expect((await login('ninguem@acme.test', 'errada')).status).toBe(429)
  expect((await login(world.carla.email, password)).status).toBe(200)
  world.setTime(new Date(now.getTime() + refused.retryAfter * 1000))
  expect((await login(world.bruno.email, password)).status).toBe(200)
})

test('who knows the password has their tries back', async () => {
  for (let round = 0; round < 2; round++) {
    await Promise.all(Array.from({ length: 9 }, () => login(world.bruno.email, 'errada')))
    expect((await login(world.bruno.email, password)).status).toBe(200)
  }
})

test('one address tries sixty times in five minutes, whatever accounts it names; others are not held up', async () => {
  const { ana, carla, sofia, gina, hugo, ines } = world
  const everybody = [ana, carla, sofia, gina, hugo, ines]
  await Promise.all(everybody.map(({ email }) => tenTries(email)))
  expect((await login(world.bruno.email, password)).status).toBe(429)
  expect((await login(world.bruno.email, password, '203.0.113.9')).status).toBe(200)
})

test('without trusted proxies nobody chooses the address they are counted by', async () => {
  const strict = await createServedWorld({ environment: { LOG_LEVEL: 'silent', TRUSTED_PROXIES: 'none' } })
  const tryAs = (n: number) =>
    fetch(`${strict.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n % 250}` },
      body: JSON.stringify({ email: `ninguem${n}@acme.test`, password: 'errada' }),
    })
  const statuses = await Promise.all(Array.from({ length: 61 }, async (_, n) => (await tryAs(n)).status))
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  await strict.stop()
})

test('outside their hours by the company’s clock people do not sign in, once their password is right', async () => {
  const hours = (person: Person, startWork: string, endWork: string) =>
    world.ctx(1).db.update(userTable).set({ startWork, endWork }).where(eq(userTable.id, person.id)).run()
  const at = (utc: string) => world.setTime(new Date(`2026-03-10T${utc}:00Z`))
  hours(world.bruno, '08:00', '18:00')
  // São Paulo is three hours behind.
  for (const [utc, status] of [
    ['10:59', 401],
    ['11:00', 200],
    ['20:59', 200],
    ['21:01', 401],
  ] as const) {
    at(utc)
    expect([utc, (await login(world.bruno.email, password)).status]).toEqual([utc, status])
  }
  expect(await login(world.bruno.email, password)).toMatchObject({ status: 401, error: 'ERR_OUT_OF_HOURS' })
  expect(await login(world.bruno.email, 'errada')).toMatchObject({ error: 'ERR_INVALID_CREDENTIALS' })
  // A shift over midnight.
  hours(world.bruno, '22:00', '06:00')
  for (const [utc, status] of [
    ['02:30', 200],
    ['08:30', 200],
    ['12:00', 401],
  ] as const) {
    at(utc)
    expect([utc, (await login(world.bruno.email, password)).status]).toEqual([utc, status])
  }
  for (const person of [world.ana, world.sofia]) {
    hours(person, '08:00', '08:01')
    expect((await login(person.email, password)).status).toBe(200)
  }
})
