import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createWorld, type World } from '../../testing/world/world'
import { formOf } from '../../testing/world/form-of'

const now = new Date('2026-03-10T15:00:00Z')
let world: World
let asked: unknown[][]
beforeEach(async () => {
  world = await createWorld({ now })
  asked = []
  const { ports } = world.platform
  const note = (what: string) => (companyId: number, id: number) => void asked.push([what, companyId, id])
  ports.connections = { ...ports.connections, start: note('start'), renew: note('renew'), leave: note('leave') }
})
afterEach(() => world.stop())

const calls = [
  ['post', '/companies/2/connections', { name: 'Suporte' }],
  ['put', '/companies/2/connections/1', { name: 'Trocada' }],
  ['post', '/companies/2/connections/1/session', {}],
  ['put', '/companies/2/connections/1/session', {}],
  ['delete', '/companies/2/connections/1/session', undefined],
  ['get', '/companies/2/connections/1/code', undefined],
  ['get', '/companies/2/connection-choices', undefined],
  ['delete', '/companies/2/connections/1/media-upload', undefined],
  ['delete', '/companies/2/connections/1', undefined],
] as const

test('the host manages a company’s connections, and its admins read each act', async () => {
  const sofia = await world.as(world.sofia)
  const gina = await world.as(world.gina)
  const made = await sofia.post('/companies/2/connections', { name: 'Suporte' })
  expect(made.body).toMatchObject({ name: 'Suporte', company: { id: 2, name: 'Globex' } })
  expect(made.body).not.toHaveProperty('token')
  const path = `/companies/2/connections/${made.body.id}`
  expect((await sofia.put(path, { name: 'Trocada', isDefault: true })).body).toMatchObject({
    name: 'Trocada',
    isDefault: true,
  })
  await sofia.post(`${path}/session`, {})
  await sofia.put(`${path}/session`, {})
  expect((await sofia.get(`${path}/code`)).body).toEqual({ status: 'DISCONNECTED', qrcode: '', lastError: '' })
  await sofia.delete(`${path}/session`)
  expect(asked).toEqual(['start', 'renew', 'leave'].map((what) => [what, 2, made.body.id]))
  expect((await sofia.delete(path)).body.error).toBe('ERR_NO_OTHER_WHATSAPP')
  await gina.put('/whatsapp/1', { greetingMessage: 'Oi', isDefault: true })
  expect((await sofia.delete(path)).status).toBe(200)
  expect((await sofia.delete(path)).status).toBe(404)
  const log = (await gina.get('/support-log')).body
  const acts = ['Deleted', 'Left', 'CodeRenewed', 'Tried', 'Changed', 'Created']
  expect(log.records.map(({ what }: { what: string }) => what)).toEqual(acts.map((act) => `connection${act}`))
  expect(log).toMatchObject({ count: 6, hasMore: false })
  expect(log.records[1]).toMatchObject({
    at: now.toISOString(),
    connectionId: made.body.id,
    connectionName: 'Trocada',
    userName: 'Sofia Reis',
  })
})

test('a code that the host sees is logged once, not at each reading', async () => {
  const sofia = await world.as(world.sofia)
  const gina = await world.as(world.gina)
  world.platform.files.use(2).sqlite.run("UPDATE connection SET qrcode = '2@abc', status = 'qrcode'")
  for (let reading = 0; reading < 3; reading++) {
    expect((await sofia.get('/companies/2/connections/1/code')).body.qrcode).toBe('2@abc')
  }
  const acts = async () => (await gina.get('/support-log')).body.records.map(({ what }: { what: string }) => what)
  expect(await acts()).toEqual(['connectionCodeShown'])
  world.setTime(new Date(now.getTime() + 11 * 60_000))
  await sofia.get('/companies/2/connections/1/code')
  expect(await acts()).toEqual(['connectionCodeShown', 'connectionCodeShown'])
})

test('the log is for the company’s own admins, page by page', async () => {
  const sofia = await world.as(world.sofia)
  const gina = await world.as(world.gina)
  for (let act = 0; act < 21; act++) await sofia.post('/companies/2/connections/1/session', {})
  expect((await (await world.as(world.ana)).get('/support-log')).body).toEqual({
    records: [],
    hasMore: false,
    count: 0,
  })
  expect((await (await world.as(world.bruno)).get('/support-log')).status).toBe(403)
  const [first, second] = [await gina.get('/support-log'), await gina.get('/support-log?pageNumber=2')]
  expect([first.body.records.length, first.body.hasMore, first.body.count]).toEqual([20, true, 21])
  expect([second.body.records.length, second.body.hasMore]).toEqual([1, false])
})

test('an expired company can be helped, a disabled one cannot', async () => {
  world.noBystander()
  const sofia = await world.as(world.sofia)
  await sofia.put('/companies/2', { dueDate: '2020-01-01' })
  expect((await sofia.post('/companies/2/connections/1/session', {})).status).toBe(200)
  await sofia.put('/companies/2', { status: false })
  for (const [method, path, body] of calls) {
    const { status, body: refused } = await sofia[method](path, body as never)
    expect([path, status, refused.error]).toEqual([path, 409, 'ERR_COMPANY_DISABLED'])
  }
})

test('others cannot', async () => {
  for (const person of [world.ana, world.bruno, world.gina]) {
    const who = await world.as(person)
    for (const [method, path, body] of calls) {
      expect([path, (await who[method](path, body as never)).status]).toEqual([path, 403])
    }
  }
  expect(asked).toEqual([])
})

test('the host edits everything but the token, with the company’s own records to choose from', async () => {
  const sofia = await world.as(world.sofia)
  const gina = await world.as(world.gina)
  await gina.put('/settings/userRating', { value: 'enabled' })
  const { body: choices } = await sofia.get('/companies/2/connection-choices')
  const { body: queues } = await gina.get<{ id: number; name: string; color: string }[]>('/queue')
  expect(choices).toMatchObject({
    queues: queues.map(({ id, name, color }) => ({ id, name, color })),
    integrations: [],
    prompts: [],
    agents: [],
    flows: [],
    settings: { userRating: 'enabled', enableLGPD: 'disabled' },
    plan: { useIntegrations: true, useOpenAi: true },
  })
  const token = async () => (await gina.get('/whatsapp/1')).body.token
  const kept = await token()
  const changes = {
    greetingMessage: 'Oi!',
    queueIds: [queues[0]?.id],
    inactiveMessage: 'Ainda aí?',
    ratingMessage: 'Que nota?',
    expiresTicketNPS: 60,
    token: 'a'.repeat(30),
  }
  const changed = await sofia.put('/companies/2/connections/1', changes)
  expect(changed.body).toMatchObject({
    greetingMessage: 'Oi!',
    queueIds: [queues[0]?.id],
    inactiveMessage: 'Ainda aí?',
  })
  expect([await token(), changed.body]).toEqual([kept, expect.not.objectContaining({ token: expect.anything() })])
  const form = formOf({
    file: new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0])], 'oi.jpg'),
  })
  const sent = await sofia.post('/companies/2/connections/1/media-upload', form)
  expect([sent.status, sent.body.greetingMediaName]).toEqual([200, 'oi.jpg'])
  expect((await sofia.delete('/companies/2/connections/1/media-upload')).body.greetingMediaName).toBe('')
  expect((await sofia.get('/companies/99/connection-choices')).status).toBe(404)
  expect((await gina.get('/companies/2/connection-choices')).status).toBe(403)
})
