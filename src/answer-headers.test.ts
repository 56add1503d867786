import { afterAll, beforeAll, expect, test } from 'bun:test'
import { recordFile, stageFile } from './kernel/file/media-store'
import { dot } from './testing/media/dot'
import { createServedWorld, type ServedWorld } from './testing/world/served-world'

let world: ServedWorld
beforeAll(async () => {
  world = await createServedWorld({ pages: true, environment: { LOG_LEVEL: 'silent', TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => world.stop())

const page = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
const kinds: Record<string, { path: string; status: number; init?: RequestInit }> = {
  page: { path: '/login', status: 200, init: { headers: page } },
  'unknown page': { path: '/nothing', status: 404, init: { headers: page } },
  redirect: { path: '/contacts', status: 302, init: { headers: page, redirect: 'manual' } },
  call: { path: '/version', status: 200 },
  'refused call': { path: '/auth/me', status: 401 },
  'unknown call': { path: '/nothing', status: 404 },
  'wrong method': { path: '/auth/login', status: 404, init: { method: 'PUT' } },
  'wrong type': { path: '/auth/login', status: 415, init: { method: 'POST', body: 'a' } },
  'long address': { path: `/${'a'.repeat(9000)}`, status: 414 },
  'many parameters': { path: `/version?${'a&'.repeat(300)}`, status: 400 },
  health: { path: '/live', status: 200 },
  description: { path: '/openapi', status: 200, init: { headers: page } },
  worker: { path: '/sw.js', status: 200 },
  offline: { path: '/offline', status: 200 },
  manifest: { path: '/manifest.webmanifest', status: 200 },
  icon: { path: '/branding/touch-icon.png', status: 200 },
  'unknown asset': { path: '/assets/nothing.js', status: 404 },
}

const required = ["base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'"]

function missingOf({ headers }: Response) {
  const policy = (headers.get('content-security-policy') ?? '').split('; ')
  const is = (name: string, value: string) => (headers.get(name) === value ? [] : [name])
  return [
    ...required.filter((directive) => !policy.includes(directive)),
    ...is('x-content-type-options', 'nosniff'),
    ...is('cross-origin-resource-policy', 'same-origin'),
    ...is('strict-transport-security', 'max-age=31536000'),
    ...(headers.has('referrer-policy') ? [] : ['referrer-policy']),
    ...(headers.has('cache-control') ? [] : ['cache-control']),
  ]
}

const askOverHttps = (path: string, { headers, ...init }: RequestInit = {}) =>
  fetch(world.url + path, { ...init, headers: { ...(headers as object), 'x-forwarded-proto': 'https' } })

for (const [name, { path, status, init }] of Object.entries(kinds)) {
  test(`every answer has the protecting headers: ${name}`, async () => {
    const answer = await askOverHttps(path, init)
    await answer.body?.cancel()
    expect([answer.status, missingOf(answer)]).toEqual([status, []])
  })
}

test('so have the files of a page and those that people send', async () => {
  const html = await (await askOverHttps('/login', { headers: page })).text()
  const [script = ''] = /\/assets\/[\w-]+\.js/.exec(html) ?? []
  const ana = await world.as(world.ana)
  const ctx = world.ctx(1)
  const staged = await stageFile(ctx, dot, 'ana.png')
  ctx.transaction(() => void recordFile(ctx, staged, 'user', 1))
  const sent = await askOverHttps(`/media/${staged.key}`, { headers: { authorization: `Bearer ${ana.token}` } })
  expect([missingOf(await askOverHttps(script)), sent.status, missingOf(sent)]).toEqual([[], 200, []])
})

test('only an answer over HTTPS asks for HTTPS from then on', async () => {
  for (const { path, init } of Object.values(kinds)) {
    const answer = await fetch(world.url + path, init)
    await answer.body?.cancel()
    expect(answer.headers.get('strict-transport-security')).toBeNull()
  }
})
