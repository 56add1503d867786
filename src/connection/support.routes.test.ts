import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createWorld, type World } from '../testing/world'

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
  ['delete', '/companies/2/connections/1', undefined],
] as const

test('the host works on a company’s connections only while its admins allow it, and each time is audited', async () => {
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

test('nobody but the host does', async () => {
  await (await world.as(world.gina)).put('/settings/supportAccess', { value: 'enabled' })
  for (const person of [world.ana, world.bruno, world.gina]) {
    const who = await world.as(person)
    for (const [method, path, body] of calls) {
      expect([path, (await who[method](path, body as never)).status]).toEqual([path, 403])
    }
  }
  expect(asked).toEqual([])
})
