import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../testing/whatsapp/whatsapp-world'
import { measureProcessor } from '../../testing/clock/processor-time'

let world: WhatsAppWorld
beforeEach(async () => {
  world = await createWhatsAppWorld()
})
afterEach(() => world.stop())

test('the host’s counts follow the connections without opening company files', async () => {
  const sofia = await world.as(world.sofia)
  const globex = async () => (await sofia.get('/whatsapp/all')).body[1]
  expect(await globex()).toMatchObject({ id: 2, name: 'Globex', total: 1 })
  await world.pair('5511900000002', {}, 2)
  expect(await globex()).toMatchObject({ connected: 1, disconnected: 0 })
  await sofia.put('/companies/2', { status: false })
  expect(await globex()).toMatchObject({ connected: 0, disconnected: 1 })
  await sofia.put('/companies/2', { status: true })
  await until(() => world.connections.find(2, 1)?.state.status === 'CONNECTED', 'the session')
  expect(await globex()).toMatchObject({ connected: 1, total: 1 })
  expect((await (await world.as(world.gina)).post('/whatsapp', { name: 'Segunda' })).status).toBe(200)
  expect(await globex()).toMatchObject({ connected: 1, disconnected: 1, total: 2 })
})

test('lists a thousand companies from the catalog', async () => {
  const { sqlite } = world.platform.catalog
  sqlite.run(`WITH RECURSIVE n (i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    INSERT INTO company (id, name, name_key, email, plan_id, due_date, created_at, updated_at)
    SELECT i, 'Empresa ' || i, 'empresa ' || i, 'a' || i || '@x.test', 1, '2999-12-31', 0, 0 FROM n`)
  sqlite.run('INSERT INTO connection_count (company_id, total, connected) SELECT id, 3, 2 FROM company WHERE id > 2')
  const sofia = await world.as(world.sofia)
  await sofia.get('/whatsapp/all')
  const open = world.platform.files.openIds()
  const measured = measureProcessor()
  const { body } = await sofia.get('/whatsapp/all')
  const tookMs = measured()
  console.log(`1,000 companies in ${Math.round(tookMs)} ms of the processor`)
  expect(body.length).toBe(1000)
  expect(body[999]).toEqual({ id: 1000, name: 'Empresa 1000', connected: 2, disconnected: 1, total: 3 })
  expect(world.platform.files.openIds()).toEqual(open)
  expect(tookMs).toBeLessThan(500)
})
