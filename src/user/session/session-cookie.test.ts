import { afterAll, beforeAll, expect, test } from 'bun:test'
import { password } from '../../testing/world/people'
import { createServedWorld, type ServedWorld } from '../../testing/world/served-world'
import { formOf } from '../../testing/world/form-of'

let world: ServedWorld
beforeAll(async () => {
  world = await createServedWorld({ environment: { LOG_LEVEL: 'silent', PUBLIC_URL: 'http://recado.test' } })
})
afterAll(() => world.stop())

const json = { 'content-type': 'application/json' }
const credentials = () => JSON.stringify({ email: world.bruno.email, password })
const overHttps = { 'x-forwarded-proto': 'https' }

function send(method: string, path: string, headers: Record<string, string>, body?: BodyInit, to = world) {
  return fetch(`${to.url}${path}`, { method, headers, body })
}

const login = (headers: Record<string, string> = {}, to = world) =>
  send('POST', '/auth/login', { ...json, ...headers }, credentials(), to)

async function errorOf(response: Response) {
  const { error } = (await response.json()) as { error?: string }
  return [response.status, error]
}

function cookiesOf(response: Response) {
  return Object.fromEntries(
    response.headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      return [name, { value, attributes }]
    }),
  )
}

test('rejects a sign-in from a form of another site', async () => {
  const { email } = world.bruno
  const form = formOf({ email, password })
  const bodies: [Record<string, string>, BodyInit][] = [
    [{ 'content-type': 'application/x-www-form-urlencoded' }, new URLSearchParams({ email, password }).toString()],
    [{ 'content-type': 'text/plain' }, credentials()],
    [{ 'content-type': 'application/jsonp' }, credentials()],
    [{}, form],
  ]
  for (const [headers, body] of bodies) {
    for (const path of ['/auth/login', '/auth/signup', '/auth/refresh_token']) {
      const answer = await send('POST', path, headers, body)
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(await errorOf(answer)).toEqual([415, 'ERR_JSON_ONLY'])
    }
  }
  expect(
    (await send('POST', '/auth/login', { 'content-type': 'application/json; charset=utf-8' }, credentials())).status,
  ).toBe(200)
})

test('rejects calls with the cookie from pages of other sites', async () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: 'http://recado.test.evil.test' },
    { origin: 'http://recado.test:8080' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://shop.recado.test' },
    // The browser sets these headers; a page cannot change them.
    { 'sec-fetch-site': 'cross-site', origin: 'http://recado.test' },
    // Other names that lead to this host.
    { host: 'other.test' },
    { host: 'recado.test.other.test' },
    { 'x-forwarded-host': 'other.test' },
    { host: 'other.test', origin: 'http://other.test' },
    { host: 'other.test', origin: 'http://other.test', 'sec-fetch-site': 'same-origin' },
    // Another program of the machine.
    { host: 'localhost:3000', origin: 'http://localhost:8080' },
  ]
  const signedIn = await world.as(world.bruno)
  const authorization = `Bearer ${signedIn.token}`
  const cookie = `recado_session=${signedIn.refreshToken}`
  for (const headers of foreign) {
    const answers = [
      await login(headers),
      await send('POST', '/auth/signup', { ...json, ...headers }, '{}'),
      await send('POST', '/auth/refresh_token', { cookie, ...headers }),
      await send('DELETE', '/auth/logout', { authorization, cookie, ...headers }),
    ]
    for (const answer of answers) {
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(await errorOf(answer)).toEqual([403, 'ERR_CROSS_SITE_REQUEST'])
    }
  }
  expect((await send('POST', '/auth/refresh_token', { cookie })).status).toBe(200)
})

test('accepts our own pages and programs, whatever their address', async () => {
  const own: Record<string, string>[] = [
    {},
    { origin: world.url },
    { origin: 'http://recado.test' },
    { 'sec-fetch-site': 'same-origin', origin: world.url },
    { host: 'recado.test' },
    { host: 'Recado.test:8080' },
    { 'x-forwarded-host': 'recado.test:80', origin: 'http://recado.test' },
    // A proxy that passes its own name for ours.
    { host: 'app:3000', origin: 'http://recado.test', 'sec-fetch-site': 'same-origin' },
    { host: 'localhost:3000', origin: 'http://localhost:3000' },
    { host: '[::1]:3000' },
  ]
  for (const headers of own) expect([headers, (await login(headers)).status]).toEqual([headers, 200])
  const named = await createServedWorld({ environment: { LOG_LEVEL: 'silent' } })
  const anyName: Record<string, string>[] = [
    { host: 'crm.test' },
    { host: 'crm.test', origin: 'http://crm.test' },
    { 'x-forwarded-host': 'CRM.test:443', origin: 'https://crm.test' },
    { host: 'app:3000', origin: 'https://crm.test', 'sec-fetch-site': 'same-origin' },
  ]
  for (const headers of anyName) expect([headers, (await login(headers, named)).status]).toEqual([headers, 200])
  expect((await login({ host: 'crm.test', origin: 'http://other.test' }, named)).status).toBe(403)
  await named.stop()
})

test('the live socket refuses pages of other sites', async () => {
  const socketOf = (headers: Record<string, string>) => {
    const socket = new WebSocket(`${world.url.replace('http', 'ws')}/live`, { headers } as never)
    const { promise, resolve } = Promise.withResolvers<'open' | 'refused'>()
    socket.onopen = () => resolve('open')
    socket.onerror = () => resolve('refused')
    return promise.finally(() => socket.close())
  }
  const foreign = ['https://evil.test', 'null', 'http://recado.test:8080', 'http://recado.test.evil.test']
  for (const origin of foreign) expect([origin, await socketOf({ origin })]).toEqual([origin, 'refused'])
  expect(await socketOf({ origin: 'http://other.test', host: 'other.test' })).toBe('refused')
  expect(await socketOf({ 'sec-fetch-site': 'cross-site', origin: 'http://recado.test' })).toBe('refused')
  const own: Record<string, string>[] = [
    {},
    { host: 'app.internal' },
    { origin: world.url },
    { origin: 'http://recado.test' },
    { origin: 'http://recado.test', host: 'app:3000' },
  ]
  for (const headers of own) expect([headers, await socketOf(headers)]).toEqual([headers, 'open'])
})

test('sets a cookie over HTTPS that neither HTTP nor another host of the domain can set', async () => {
  const plain = cookiesOf(await login())
  expect(Object.keys(plain).sort()).toEqual(['recado_device', 'recado_session'])
  expect(plain['recado_session']?.attributes).toEqual(['Path=/', 'Max-Age=2592000', 'HttpOnly', 'SameSite=Lax'])

  const stale = `recado_session=${plain['recado_session']?.value}`
  const secure = cookiesOf(await login({ ...overHttps, cookie: stale }))
  const session = secure['__Host-recado_session']
  expect(session?.attributes).toEqual(['Path=/', 'Max-Age=2592000', 'HttpOnly', 'SameSite=Lax', 'Secure'])
  expect(secure['__Host-recado_device']?.attributes).toContain('SameSite=Strict')
  expect(secure['recado_session']).toMatchObject({ value: '' })
  expect(secure['recado_session']?.attributes).toContain('Max-Age=0')

  const refresh = (cookie: string) => send('POST', '/auth/refresh_token', { cookie, ...overHttps })
  // A cookie as another host of the domain could set it, to sign the user in as somebody else.
  expect((await refresh(`recado_session=${session?.value}`)).status).toBe(401)
  const renewed = await refresh(`recado_session=x; __Host-recado_session=${session?.value}`)
  expect(renewed.status).toBe(200)
  expect(cookiesOf(renewed)['__Host-recado_session']?.value).not.toBe(session?.value)
  const { token } = (await renewed.json()) as { token: string }
  const left = await send('DELETE', '/auth/logout', { authorization: `Bearer ${token}`, ...overHttps })
  expect(cookiesOf(left)['__Host-recado_session']).toMatchObject({ value: '' })
})

test('assumes HTTPS from the public address when the proxy sends no header', async () => {
  const behind = await createServedWorld({ environment: { LOG_LEVEL: 'silent', PUBLIC_URL: 'https://recado.test' } })
  expect(Object.keys(cookiesOf(await login({}, behind)))).toContain('__Host-recado_session')
  await behind.stop()
})

test('rejects a malformed cookie, and still allows signing in', async () => {
  for (const cookie of [
    'recado_session=%',
    'recado_session',
    '=;=;',
    `recado_session=${'%'.repeat(4000)}`,
    '%zz=%zz',
  ]) {
    expect((await send('POST', '/auth/refresh_token', { cookie })).status).toBe(401)
    expect((await login({ cookie })).status).toBe(200)
  }
})

test('refuses files by cookie to pictures and scripts of other sites', async () => {
  const { refreshToken } = await world.as(world.bruno)
  const cookie = `recado_session=${refreshToken}`
  const file = `/media/2026-01-${'a'.repeat(24)}.png`
  const ask = async (headers: Record<string, string>) => (await send('GET', file, { cookie, ...headers })).status
  const known = await ask({})
  expect(known).not.toBe(401)
  for (const site of ['cross-site', 'same-site']) {
    expect(await ask({ 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' })).toBe(401)
    expect(await ask({ 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' })).toBe(known)
  }
  expect(await ask({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' })).toBe(known)
})
