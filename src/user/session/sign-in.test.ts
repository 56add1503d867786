import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createApp } from '../../app'
import { compose, shutdown } from '../../compose'
import { password, type Person } from '../../testing/world/people'
import { createServedWorld, type ServedWorld } from '../../testing/world/served-world'
import { userTable } from '../user.tables'

let world: ServedWorld
beforeEach(async () => {
  world = await createServedWorld({ environment: { LOG_LEVEL: 'silent' } })
})
afterEach(() => world.stop())

interface From {
  address?: string
  cookie?: string
}

/** A request as forwarded by a reverse proxy for that address. */
async function login(email: string, secret: string, { address = '203.0.113.7', cookie = '' }: From = {}) {
  const answer = await fetch(`${world.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.1, ${address}`, cookie },
    body: JSON.stringify({ email, password: secret }),
  })
  const { error } = (await answer.json()) as { error?: string }
  const device = answer.headers.getSetCookie().find((line) => line.startsWith('recado_device='))
  return { status: answer.status, error, retryAfter: Number(answer.headers.get('retry-after')), device }
}

const tries = (email: string, count: number, from?: From) =>
  Promise.all(Array.from({ length: count }, () => login(email, 'errada', from)))

async function deviceOf(person: Person) {
  const { device = '' } = await login(person.email, password, { address: '192.0.2.1' })
  return device.split(';')[0] ?? ''
}

async function lockAccount(email: string) {
  for (let attempt = 0; attempt < 20; attempt++) {
    for (const { status } of await tries(email, 5, { address: `198.18.0.${attempt}` })) expect(status).toBe(401)
  }
}

test('allows ten attempts in five minutes per account and address, however the account is spelled', async () => {
  const now = new Date()
  world.setTime(now)
  for (const { status } of await tries(world.bruno.email, 10)) expect(status).toBe(401)
  const refused = await login('  BRUNO@Acme.test ', password)
  expect(refused).toMatchObject({ status: 429, error: 'ERR_TOO_MANY_REQUESTS' })
  expect(refused.retryAfter).toBeWithin(1, 301)
  expect((await login(world.bruno.email, password, { address: '203.0.113.8' })).status).toBe(200)
  expect((await login(world.carla.email, password)).status).toBe(200)
  world.setTime(new Date(now.getTime() + refused.retryAfter * 1000))
  expect((await login(world.bruno.email, password)).status).toBe(200)
})

test('limits attempts on unknown accounts in the same way', async () => {
  for (const { status } of await tries('ninguem@acme.test', 10)) expect(status).toBe(401)
  expect((await login('ninguem@acme.test', 'errada')).status).toBe(429)
})

test('counts an IPv6 network as one address', async () => {
  for (let attempt = 0; attempt < 10; attempt++)
    await login(world.bruno.email, 'errada', { address: `2001:db8:0:7::${attempt}` })
  expect((await login(world.bruno.email, password, { address: '2001:db8:0:7:ffff::1' })).status).toBe(429)
  expect((await login(world.bruno.email, password, { address: '2001:db8:0:8::1' })).status).toBe(200)
})

test('locks an account for an hour after a hundred attempts, except for known devices', async () => {
  const now = new Date()
  world.setTime(now)
  const cookie = await deviceOf(world.bruno)
  await lockAccount(world.bruno.email)
  const refused = await login(world.bruno.email, password, { address: '203.0.113.8' })
  expect(refused.status).toBe(429)
  expect(refused.retryAfter).toBeWithin(1, 3601)
  await tries(world.bruno.email, 10)
  expect((await login(world.bruno.email, password, { cookie })).status).toBe(200)
  expect((await login(world.carla.email, password)).status).toBe(200)
  world.setTime(new Date(now.getTime() + refused.retryAfter * 1000))
  expect((await login(world.bruno.email, password, { address: '203.0.113.8' })).status).toBe(200)
})

test('recognises a device for its own user, unaltered and for a limited time', async () => {
  const now = new Date()
  world.setTime(now)
  const ofBruno = await deviceOf(world.bruno)
  const ofCarla = await deviceOf(world.carla)
  const mark = ofBruno.split('=')[1] ?? ''
  const [companyId, , ...rest] = mark.split('.')
  await lockAccount(world.carla.email)
  const altered = `recado_device=${[companyId, world.carla.id, ...rest].join('.')}`
  for (const cookie of [ofBruno, altered, `${ofCarla}A`, 'recado_device=%zz', `recado_device=${'.'.repeat(5000)}`]) {
    expect((await login(world.carla.email, password, { cookie })).status).toBe(429)
  }
  expect((await login(world.carla.email, password, { cookie: ofCarla })).status).toBe(200)
  const inHalfAYear = new Date(now.getTime() + 181 * 86_400_000)
  world.setTime(inHalfAYear)
  await lockAccount(world.carla.email)
  expect((await login(world.carla.email, password, { cookie: ofCarla })).status).toBe(429)
})

test('recognises all users who share a browser', async () => {
  const ofBruno = await deviceOf(world.bruno)
  const { device = '' } = await login(world.carla.email, password, { cookie: ofBruno })
  const cookie = device.split(';')[0]
  await lockAccount(world.bruno.email)
  await lockAccount(world.carla.email)
  expect((await login(world.bruno.email, password, { cookie })).status).toBe(200)
  expect((await login(world.carla.email, password, { cookie })).status).toBe(200)
})

test('allows a known device twenty attempts in five minutes', async () => {
  const now = new Date()
  world.setTime(now)
  const cookie = await deviceOf(world.bruno)
  for (const { status } of await tries(world.bruno.email, 20, { cookie })) expect(status).toBe(401)
  const refused = await login(world.bruno.email, password, { cookie })
  expect(refused.status).toBe(429)
  world.setTime(new Date(now.getTime() + refused.retryAfter * 1000))
  expect((await login(world.bruno.email, password, { cookie })).status).toBe(200)
})

test('resets the attempts after a correct password', async () => {
  for (let round = 0; round < 12; round++) {
    await tries(world.bruno.email, 9, { address: `203.0.113.${round}` })
    expect((await login(world.bruno.email, password, { address: `203.0.113.${round}` })).status).toBe(
      round < 11 ? 200 : 429,
    )
  }
})

test('allows sixty attempts in five minutes per address, whatever the accounts, and does not affect others', async () => {
  const { ana, carla, sofia, gina, hugo, ines } = world
  const everybody = [ana, carla, sofia, gina, hugo, ines]
  // Each refused attempt is audited in the company of the account.
  world.noBystander()
  // Successful sign-ins are not counted, so that an office behind one address can start its day.
  for (let attempt = 0; attempt < 61; attempt++) expect((await login(world.bruno.email, password)).status).toBe(200)
  await Promise.all(everybody.map(({ email }) => tries(email, 10)))
  expect((await login(world.bruno.email, password)).status).toBe(429)
  expect((await login(world.bruno.email, password, { address: '203.0.113.9' })).status).toBe(200)
})

test('ignores the forwarded address without trusted proxies', async () => {
  await world.stop()
  world = await createServedWorld({ environment: { LOG_LEVEL: 'silent', TRUSTED_PROXIES: 'none' } })
  for (let attempt = 0; attempt < 10; attempt++)
    await login(world.bruno.email, 'errada', { address: `203.0.113.${attempt}` })
  expect((await login(world.bruno.email, password, { address: '203.0.113.200' })).status).toBe(429)
})

test('keeps the attempts across a restart', async () => {
  await tries(world.bruno.email, 10)
  const counts = () => world.platform.catalog.sqlite.query('SELECT count, ends_at FROM sign_in_count').values()
  const kept = counts()
  expect(kept).toHaveLength(3)
  const config = { ...world.platform.config, port: 0 }
  await shutdown(world.platform)
  const platform = compose({ config, live: world.hub })
  const app = createApp({ platform, tokens: world.tokens })
  const answer = await app.handle(
    new Request('http://recado.test/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
      body: JSON.stringify({ email: world.bruno.email, password }),
    }),
  )
  expect(answer.status).toBe(429)
  await shutdown(platform)
})

test('counts from one again after the window, also while thousands of others have ended', async () => {
  const { sqlite } = world.platform.catalog
  await tries(world.bruno.email, 10)
  // Later than the other counts that have ended, so that they are deleted first.
  sqlite.run('UPDATE sign_in_count SET ends_at = ?', [world.platform.clock.now().getTime() - 1])
  sqlite.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
     INSERT INTO sign_in_count (key, count, ends_at) SELECT 'key ' || i, 9, i FROM n`,
  )
  const ended = () =>
    sqlite.query<{ n: number }, []>("SELECT count(*) AS n FROM sign_in_count WHERE key LIKE 'key %'").get()?.n
  expect((await login(world.bruno.email, 'errada')).status).toBe(401)
  expect(ended()).toBe(1500)
  expect((await login(world.bruno.email, password)).status).toBe(200)
  expect(ended()).toBeLessThan(1500)
})

test('a password that is replaced while a sign-in waits opens no session', async () => {
  const ana = await world.as(world.ana)
  const { passwords } = world.platform
  const { verify } = passwords
  passwords.verify = async (...given) => {
    const right = await verify(...given)
    passwords.verify = verify
    expect((await ana.put('/users/2', { password: 'cavalo-bateria-grampo' })).status).toBe(200)
    return right
  }
  expect((await login(world.bruno.email, password)).error).toBe('ERR_INVALID_CREDENTIALS')
  expect((await login(world.carla.email, password)).status).toBe(200)
  expect((await login(world.bruno.email, 'cavalo-bateria-grampo')).error).toBe('ERR_PASSWORD_CHANGE_REQUIRED')
})

test('a user with an imported password may sign in twice at once', async () => {
  const passwordHash = await Bun.password.hash(password, { algorithm: 'bcrypt', cost: 4 })
  const { db } = world.ctx(1)
  db.update(userTable).set({ passwordHash }).where(eq(userTable.id, world.bruno.id)).run()
  const answers = await Promise.all([login(world.bruno.email, password), login(world.bruno.email, password)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await login(world.bruno.email, password)).status).toBe(200)
})
