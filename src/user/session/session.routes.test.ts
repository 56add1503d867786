import { afterAll, beforeAll, expect, test } from 'bun:test'
import { endSession } from './session'
import { createWorld, type World } from '../../testing/world/world'
import { password } from '../../testing/world/people'

let world: World
beforeAll(async () => {
  world = await createWorld()
  world.noBystander()
})
afterAll(() => world.stop())

const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? ''

test('answers a sign-in with a token, the user and a cookie that no script can read', async () => {
  const answer = await world.nobody.post('/auth/login', { email: 'BRUNO@acme.test', password })
  expect(answer.status).toBe(200)
  expect(answer.body.user).toMatchObject({ id: 2, companyId: 1, name: 'Bruno Lima', profile: 'user', super: false })
  expect(answer.body.user.queues).toEqual([{ id: 1, name: 'Vendas', color: '#0b7285', UserQueue: { queueId: 1 } }])
  expect(JSON.stringify(answer.body)).not.toContain('argon2')
  expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly/i)
})

test('rejects a wrong password and an unknown address with the same answer', async () => {
  for (const email of ['bruno@acme.test', 'ninguem@acme.test']) {
    const answer = await world.nobody.post('/auth/login', { email, password: 'errada' })
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({ error: 'ERR_INVALID_CREDENTIALS', message: 'ERR_INVALID_CREDENTIALS' })
  }
})

test('names the field of invalid input', async () => {
  const answer = await world.nobody.post('/auth/login', { email: 'x', password: '' })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    error: 'ERR_INVALID_INPUT',
    fields: { email: 'invalidEmail', password: 'required' },
  })
})

test('ends the first session on a second sign-in', async () => {
  const first = await world.as(world.carla)
  expect((await first.get('/auth/me')).status).toBe(200)
  const second = await world.nobody.post('/auth/login', { email: 'carla@acme.test', password })
  expect(second.status).toBe(200)
  const answer = await first.get('/auth/me')
  expect([answer.status, answer.body.error]).toEqual([401, 'ERR_SESSION_REPLACED'])
  endSession(world.ctx(1), world.carla.id)
  const after = await first.get('/auth/me')
  expect([after.status, after.body.error]).toEqual([401, 'ERR_UNAUTHORIZED'])
})

test('rotates the refresh cookie, and ends the session when it is reused after the grace time', async () => {
  const signIn = await world.nobody.post('/auth/login', { email: 'hugo@globex.test', password })
  const first = cookieOf(signIn.headers)
  const rotated = await world.nobody.post('/auth/refresh_token', {}, { cookie: first })
  expect(rotated.status).toBe(200)
  expect(rotated.body.user.companyId).toBe(2)
  const second = cookieOf(rotated.headers)
  expect(second).not.toBe(first)

  const otherTab = await world.nobody.post('/auth/refresh_token', {}, { cookie: first })
  expect(otherTab.status).toBe(200)

  world.setTime(new Date(Date.now() + 60_000))
  const thief = await world.nobody.post('/auth/refresh_token', {}, { cookie: first })
  expect(thief.status).toBe(401)
  const owner = await world.nobody.post('/auth/refresh_token', {}, { cookie: second })
  expect(owner.status).toBe(401)
  world.setTime(new Date())
})

test('ends a session when any of its earlier tokens is reused, but not for an invented one', async () => {
  const since = auditsOf('session.replayed')
  const signIn = await world.nobody.post('/auth/login', { email: 'ines@globex.test', password })
  const cookies = [cookieOf(signIn.headers)]
  for (let i = 0; i < 3; i++) {
    const rotated = await world.nobody.post('/auth/refresh_token', {}, { cookie: cookies.at(-1) ?? '' })
    cookies.push(cookieOf(rotated.headers))
  }
  const refresh = async (cookie = '') => (await world.nobody.post('/auth/refresh_token', {}, { cookie })).status
  const newest = cookies.at(-1) ?? ''
  for (const made of ['recado_session=x', `${newest.slice(0, -3)}AAA`, newest.split('.').slice(0, 2).join('.')]) {
    expect(await refresh(made)).toBe(401)
  }
  const bearer = { authorization: `Bearer ${signIn.body.token}` }
  expect((await world.nobody.get('/auth/me', bearer)).status).toBe(200)
  expect(auditsOf('session.replayed')).toBe(since)
  world.published.length = 0
  expect(await refresh(cookies[0])).toBe(401)
  expect(await refresh(newest)).toBe(401)
  expect((await world.nobody.get('/auth/me', bearer)).status).toBe(401)
  expect(auditsOf('session.replayed')).toBe(since + 1)
})

const auditsOf = (type: string) =>
  world.platform.catalog.sqlite
    .query<{ n: number }, [string]>('SELECT count(*) AS n FROM audit WHERE type = ?')
    .get(type)?.n ?? 0

test('answers an old or altered access token with 403, so that the client refreshes', async () => {
  const { token } = await world.as(world.bruno)
  world.setTime(new Date(Date.now() + 16 * 60_000))
  const old = await world.nobody.get('/auth/me', { authorization: `Bearer ${token}` })
  expect([old.status, old.body.error]).toEqual([403, 'ERR_SESSION_EXPIRED'])
  world.setTime(new Date())
  const altered = await world.nobody.get('/auth/me', { authorization: 'Bearer a.b.c' })
  expect([altered.status, altered.body.error]).toEqual([403, 'ERR_SESSION_EXPIRED'])
})
