import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createWorld, type World } from '../../testing/world'

let world: World
let asked: unknown[][]
beforeEach(async () => {
  world = await createWorld()
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

test('the host manages a company’s connections only while its admins allow it; each access is audited', async () => {
  const sofia = await world.as(world.sofia)
  const gina = await world.as(world.gina)
  for (const [method, path, body] of calls) {
    const { status, body: refused } = await sofia[method](path, body as never)
    expect([path, status, refused.error]).toEqual([path, 403, 'ERR_NO_SUPPORT_ACCESS'])
  }
  const allow = { column: 'supportAccess', data: 'enabled', companyId: 2 }
  expect((await sofia.put('/companySettings', allow)).status).toBe(403)
  expect((await gina.put('/settings/supportAccess', { value: 'enabled' })).status).toBe(200)
  const [made] = [await sofia.post('/companies/2/connections', { name: 'Suporte' })]
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
  await gina.put('/whatsapp/1', { greetingMessage: 'Oi', isDefault: true })
  expect((await sofia.delete(path)).status).toBe(200)
  expect((await sofia.delete(path)).status).toBe(404)
  const audits = world.platform.catalog.sqlite
    .query<{ type: string }, []>(`SELECT type FROM audit WHERE type LIKE 'support.%' AND company_id = 2 ORDER BY rowid`)
    .all()
  const names = ['Created', 'Changed', 'Tried', 'CodeRenewed', 'Left', 'Deleted', 'Deleted']
  expect(audits.map(({ type }) => type)).toEqual(names.map((name) => `support.connection${name}`))
  await sofia.put('/companies/2', { status: false })
  expect((await sofia.post('/companies/2/connections/1/session', {})).body.error).toBe('ERR_SUBSCRIPTION_EXPIRED')
})

test('others cannot', async () => {
  await (await world.as(world.gina)).put('/settings/supportAccess', { value: 'enabled' })
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
  await gina.put('/settings/supportAccess', { value: 'enabled' })
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
  const form = new FormData()
  form.set('file', new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0])], 'oi.jpg'))
  const sent = await sofia.post('/companies/2/connections/1/media-upload', form)
  expect([sent.status, sent.body.greetingMediaName]).toEqual([200, 'oi.jpg'])
  expect((await sofia.delete('/companies/2/connections/1/media-upload')).body.greetingMediaName).toBe('')
  expect((await sofia.get('/companies/99/connection-choices')).status).toBe(404)
  expect((await gina.get('/companies/2/connection-choices')).status).toBe(403)
})
