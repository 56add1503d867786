import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { companyTable } from './platform/platform.tables'
import { createRequests } from './testing/world/requests'
import { calls as declared } from './domains'
import { createWorld, type World } from './testing/world/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

/** Calls that need no session. A new one must be added here on purpose. */
const open = new Set([
  'GET /version',
  'GET /live',
  'GET /ready',
  'GET /openapi',
  'GET /openapi/json',
  'GET /plans/list',
  'GET /public-settings/:key',
  'GET /branding/:file',
  'GET /manifest.webmanifest',
  'POST /auth/forgot-password',
  'POST /auth/login',
  'POST /auth/passkey',
  'POST /auth/passkey/options',
  'POST /auth/second-factor',
  'POST /auth/second-factor/passkey',
  'POST /auth/second-factor/passkey/options',
  'POST /auth/known-passwords',
  'POST /auth/password-link',
  'POST /auth/password-link/redeem',
  'POST /auth/signup',
  // Authenticated by a signature or a secret.
  'POST /webhook/payment/efi',
  'POST /webhook/payment/efi/pix',
  'POST /webhook/payment/mercadopago',
  'POST /webhook/payment/asaas',
  'GET /webhook/meta',
  'GET /webhook/meta/:key',
  'POST /webhook/meta',
  'POST /webhook/meta/:key',
  'POST /hooks/rules/:token',
  'GET /shared-media/:companyId/:key',
  'GET /mail-choice/:token',
  'POST /mail-choice/:token',
  'POST /mail-choice/:token/undo',
])

/** Calls of programs, which need a token of their own instead of a session. */
const isOfPrograms = (name: string) => name.includes(' /api/')

const calls = () =>
  world.app.routes
    .filter(({ method }) => ['GET', 'POST', 'PUT', 'DELETE'].includes(method))
    .map(({ method, path }) => ({ method, path, name: `${method} ${path}` }))

const addressOf = (path: string) =>
  path
    .replace('/media/:key', '/media/2026-01-abcdefghijklmnopqrstuvwx')
    .replace(/:\w+\??/g, '1')
    .replace('*', '1')

test('routes and declared calls match', () => {
  const undeclared = ['GET /version', 'GET /openapi', 'GET /openapi/json']
  for (const method of ['GET', 'HEAD']) undeclared.push(`${method} /live`, `${method} /ready`)
  const names = world.app.routes.map(({ method, path }) => `${method} ${path}`)
  expect(names.filter((name) => !undeclared.includes(name)).sort()).toEqual(Object.keys(declared).sort())
})

test('anonymous callers reach public calls only, whatever they send', async () => {
  expect(calls().length).toBeGreaterThan(80)
  const answered: string[] = []
  for (const { method, path, name } of calls()) {
    if (open.has(name)) continue
    for (const body of method === 'GET' ? [undefined] : [{}, undefined]) {
      const { status, body: answer } = await world.nobody.call(method, addressOf(path), body)
      if (status !== 401 || answer.error !== 'ERR_UNAUTHORIZED') answered.push(`${name}: ${status} ${answer.error}`)
    }
  }
  expect(answered).toEqual([])
})

test('the token of an ended session is refused everywhere', async () => {
  const ended = await world.as(world.bruno)
  await world.as(world.bruno)
  const answered: string[] = []
  for (const { method, path, name } of calls()) {
    if (open.has(name) || name === 'POST /auth/refresh_token') continue
    const { status } = await ended.call(method, addressOf(path), method === 'GET' ? undefined : {})
    if (status !== (isOfPrograms(name) ? 403 : 401)) answered.push(`${name}: ${status}`)
  }
  expect(answered).toEqual([])
})

test('answers contain data, never a page', async () => {
  const ana = await world.as(world.ana)
  for (const path of ['/tickets', '/nothing', '/users/99', '/tickets/x', '/version', '/openapi/json']) {
    const { headers } = await ana.get(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
})

test('serves the API description itself, whatever the Host header', async () => {
  const answer = await world.app.handle(new Request('http://elsewhere.invalid/openapi'))
  expect([answer.status, (await answer.text()).includes('/tickets/closeAll')]).toEqual([200, true])
})

test('describes each call’s parameters, answers, refusals and whether it requires a session', async () => {
  const answer = await world.app.handle(new Request('http://localhost/openapi/json'))
  const { paths, components } = await answer.json()
  const { put } = paths['/queue/{id}']
  expect(put.parameters).toEqual([{ name: 'id', in: 'path', required: true, schema: expect.anything() }])
  expect(put.requestBody.content['application/json'].schema.properties).toHaveProperty('greetingMessage')
  const view = { $ref: '#/components/schemas/WholeQueueView' }
  expect(put.responses[200].content).toEqual({ 'application/json': { schema: view } })
  expect(put.responses.default).toEqual({ $ref: '#/components/responses/Error' })
  expect(components.schemas.QueueView.properties.integrationId).toEqual({
    anyOf: [{ type: 'number' }, { type: 'null' }],
  })
  const contentOf = (path: string) => Object.keys(paths[path].post.requestBody.content)
  expect(contentOf('/whatsapp/{id}/media-upload')).toEqual(['multipart/form-data'])
  expect(contentOf('/messages/{id}')).toEqual(['application/json', 'multipart/form-data'])
  expect(paths['/tags'].get.parameters[0]).toMatchObject({ name: 'searchParam', in: 'query', required: false })
  expect(paths['/auth/logout'].delete).not.toHaveProperty('parameters')
  expect(paths['/media/{key}'].get.responses[200].content).toEqual({
    '*/*': { schema: { type: 'string', format: 'binary' } },
  })
  const declaredPaths = Object.keys(paths).map((path) => path.replace(/\{(\w+)\}/g, ':$1'))
  expect(declaredPaths).toEqual(declaredPaths.toSorted())
  const unguarded = Object.entries<Record<string, { security?: [] }>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security }]) => (security ? [`${method.toUpperCase()} ${path}`] : [])),
  )
  const expected = [...open, 'POST /auth/refresh_token'].filter((name) => name in declared)
  expect(unguarded.sort()).toEqual(expected.map((name) => name.replace(/:(\w+)/g, '{$1}')).sort())
})

test('the API page shows the answers', async () => {
  const page = await (await world.app.handle(new Request('http://localhost/openapi'))).text()
  expect(page).toContain('<section id="TicketView">')
  expect(page).toContain('list of <a href="#ListedQueueView">ListedQueueView</a>')
  for (const row of [
    '<h3><b>POST</b> <code>/auth/login</code> <i>without signing in</i></h3>',
    '<h3><b>DELETE</b> <code>/auth/logout</code></h3>',
    '<td><code>color</code></td><td>body</td><td>optional</td><td>string, 3 to 9</td>',
    '<td><code>emoji</code></td><td>body</td><td>required</td><td>string, … to 40</td>',
    '<td><code>sendAt</code></td><td>body</td><td>required</td><td>string, 1 to …</td>',
    '<td><code>examples</code></td><td>body</td><td>optional</td><td>object, normally {}</td>',
    '<td><code>until</code></td><td>body</td><td>required</td><td>string (date-time)</td>',
    '<td><code>calendario</code></td><td>answer</td><td>required</td><td>{ criacao: string, expiracao?: number }</td>',
    '<td><code>price</code></td><td></td><td>required</td><td>number | null</td>',
    '<td><code>priority</code></td><td></td><td>required</td><td>1 | 2 | 3</td>',
    '<td><code>ok</code></td><td></td><td>required</td><td>true</td>',
    '<td></td><td>answer</td><td></td><td>list of { key: string, value: string }</td>',
  ])
    expect(page).toContain(row)
})

test('the version is that of package.json, in the API and its description', async () => {
  const { version } = await Bun.file(join(import.meta.dir, '..', 'package.json')).json()
  const get = async (path: string) => (await world.app.handle(new Request(`http://localhost${path}`))).json()
  expect(await get('/version')).toEqual({ version })
  expect(await get('/openapi/json')).toMatchObject({ info: { title: 'Recado', version } })
})

test('search texts are never parsed as JSON or lists', async () => {
  const admin = await world.as(world.ana)
  await admin.post('/contacts', { name: 'Silva, João [x]', number: '5511966660001' })
  const found = async (search: string) => {
    const { status, body } = await admin.get(`/contacts?searchParam=${encodeURIComponent(search)}`)
    return [status, body.contacts?.map(({ name }: { name: string }) => name)]
  }
  for (const search of ['[x]', 'silva, jo', ', ', '[']) expect(await found(search)).toEqual([200, ['Silva, João [x]']])
  for (const search of ['{"a":1}', '["y"]', 'null', '"']) expect(await found(search)).toEqual([200, []])
  const paths = ['/users/', '/tags/', '/tags/list', '/tickets', '/contacts/list', '/companies']
  const sofia = await world.as(world.sofia)
  for (const path of paths) {
    for (const search of ['[1]', '{"a":1}', 'a,b']) {
      const { status } = await sofia.get(`${path}?searchParam=${encodeURIComponent(search)}`)
      expect([path, search, status]).toEqual([path, search, 200])
    }
  }
})

/** Calls that users of an expired company may still make: their session, payment and support. */
const openWhenExpired = new Set([
  'POST /auth/refresh_token',
  'DELETE /auth/logout',
  'GET /auth/me',
  'GET /two-factor',
  'POST /two-factor/start',
  'POST /two-factor/enable',
  'POST /two-factor/recovery-codes',
  'POST /two-factor/disable',
  'GET /passkeys',
  'POST /passkeys',
  'POST /passkeys/options',
  'POST /passkeys/confirm-options',
  'POST /passkeys/:id/remove',
  'GET /invoices',
  'GET /subscription',
  'POST /subscription',
])

function errorWhenExpired(name: string) {
  // Users keep their own pictures; for other files the check follows once the file is known.
  if (name === 'GET /media/:key') return 'ERR_NO_MEDIA_FOUND'
  return isOfPrograms(name) ? 'ERR_NO_PERMISSION' : 'ERR_SUBSCRIPTION_EXPIRED'
}

test('an expired company can only sign in, see its invoices and sign out', async () => {
  const { db, companies } = world.platform.catalog
  const { token } = await world.as(world.gina)
  const gina = createRequests(world.app, token)
  db.update(companyTable).set({ dueDate: '2020-01-01' }).where(eq(companyTable.id, 2)).run()
  companies.forget()
  expect((await gina.get('/auth/me')).body.user.company.subscription).toBe('expired')
  const answered: string[] = []
  for (const { method, path, name } of calls()) {
    if (open.has(name) || openWhenExpired.has(name)) continue
    const { body } = await gina.call(method, addressOf(path), method === 'GET' ? undefined : {})
    if (body.error !== errorWhenExpired(name)) answered.push(`${name}: ${body.error}`)
  }
  expect(answered).toEqual([])
  for (const path of ['/auth/me', '/invoices', '/subscription']) expect((await gina.get(path)).status).toBe(200)
  expect((await gina.delete('/auth/logout')).status).toBe(200)
})
