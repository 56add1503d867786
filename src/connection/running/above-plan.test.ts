import { afterEach, beforeEach, expect, test } from 'bun:test'
import { composeConnections } from '../../compose'
import { type Caller, signIn } from '../../testing/world/world'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../testing/whatsapp/whatsapp-world'
import { abovePlan } from '../connection.contract'

let world: WhatsAppWorld
let ana: Caller, sofia: Caller
beforeEach(async () => {
  world = await createWhatsAppWorld()
  ;({ ana, sofia } = await signIn(world, 'ana', 'sofia'))
  const other = { name: 'Outro', users: 5, connections: 5, queues: 5, amount: 1 }
  await sofia.put('/companies/2', { planId: (await sofia.post('/plans', other)).body.id })
  expect((await ana.post('/whatsapp', { name: 'Segunda' })).body.id).toBe(2)
})
afterEach(() => world.stop())

const tooMany = { error: 'ERR_PLAN_LIMIT', limit: 'connections', most: 1 }
const isLinked = (number: string) => world.server.accounts.some((account) => account.number === number)
/** Changes the plan of Acme, not of Globex. */
async function changePlan(changes: object) {
  expect((await sofia.put('/plans/1', changes)).status).toBe(200)
}
const ofSecond = () => world.connectionRow(1, 2)
const abovePlanOf = async (caller: Caller, path = '/whatsapp') =>
  (await caller.get(path)).body.map((row: { abovePlan: unknown }) => row.abovePlan)

test('what runs above the plan goes on; once disconnected, it is neither started nor paired', async () => {
  const first = await world.pair('5511900000001')
  const second = await world.pair('5511900000002', {}, 1, 2)
  await changePlan({ connections: 1 })
  await ana.post('/whatsapp-restart/')
  await until(() => second.logins > 1 && second.connected && ofSecond()?.['status'] === 'CONNECTED', 'the restart')
  second.drop()
  await until(() => second.logins > 2 && ofSecond()?.['status'] === 'CONNECTED', 'the reconnection')
  await world.connections.stop()
  const next = composeConnections(world.platform, { supervisor: { startGapMs: 0 } })
  await next.boot()
  await until(() => next.channel(1, 2) && next.channel(1, 1), 'the next process')
  expect((await ana.post('/whatsappsession/2')).status).toBe(200)
  expect((await ana.put('/whatsappsession/2')).body).toMatchObject(tooMany)
  expect(
    (
      await ana.put('/whatsapp/2', {
        importRecentMessages: '2026-01-01',
        importOldMessages: '2025-12-01',
        enableImportMessage: true,
        queueIdImportMessages: 1,
      })
    ).body,
  ).toMatchObject(tooMany)
  expect((await sofia.put('/companies/1/connections/2/session')).body).toMatchObject(tooMany)
  expect([first.connected, second.connected]).toEqual([true, true])

  await ana.delete('/whatsappsession/2')
  await world.whenStatus('DISCONNECTED', 1, 2)
  expect((await ana.post('/whatsappsession/2')).body).toMatchObject(tooMany)
  expect((await ana.post('/whatsappsession/2/pairing-code', { number: '11900000002' })).body).toMatchObject(tooMany)
  expect((await sofia.post('/companies/1/connections/2/session')).body).toMatchObject(tooMany)
  expect(ofSecond()).toMatchObject({ status: 'DISCONNECTED', wanted: 0 })
  // The first is within the plan.
  expect((await ana.post('/whatsappsession/1')).status).toBe(200)
  expect((await ana.put('/whatsapp/2', { isDefault: true })).status).toBe(200)
  expect((await ana.delete('/whatsapp/1')).status).toBe(200)
  expect((await ana.post('/whatsappsession/2')).status).toBe(200)
  await world.whenStatus('qrcode', 1, 2)
  await next.stop()
})

test('a plan without the channel refuses all of its connections, and one that gains it none', async () => {
  const globex = await world.pair('5511900000003', {}, 2)
  await changePlan({ useWhatsapp: false })
  expect((await ana.post('/whatsappsession/1')).body).toMatchObject({ error: 'ERR_PLAN_LIMIT', limit: 'useWhatsapp' })
  expect(await abovePlanOf(ana)).toEqual([{ limit: 'useWhatsapp' }, { limit: 'useWhatsapp' }])
  expect(globex.connected).toBe(true)
  await changePlan({ useWhatsapp: true })
  expect((await ana.post('/whatsappsession/1')).status).toBe(200)
})

test('a code that is shown when the plan shrinks leads to no connection', async () => {
  await ana.post('/whatsappsession/2')
  await world.whenStatus('qrcode', 1, 2)
  await changePlan({ connections: 1 })
  await world.server.phone('5511900000004').scan(String(ofSecond()?.['qrcode']))
  await world.whenStatus('DISCONNECTED', 1, 2)
  expect(ofSecond()).toMatchObject({ wanted: 0, number: '', last_error: abovePlan })
  await until(() => !isLinked('5511900000004'), 'the end of the pairing')
})

test('admin and host see what is above the plan, also when the plan changes or a deletion frees a place', async () => {
  const above = { limit: 'connections', most: 1 }
  const published = () =>
    world.published
      .filter(({ event, topics }) => event === 'company-1-whatsapp' && topics.includes('1/connections'))
      .map(({ data }) => (data['whatsapp'] as { abovePlan: unknown } | undefined)?.abovePlan)
  expect(await abovePlanOf(ana)).toEqual([null, null])
  world.published.length = 0
  await changePlan({ connections: 1 })
  expect(published()).toEqual([null, above])
  expect(world.published.filter(({ event }) => event === 'company-2-whatsapp')).toEqual([])
  expect(await abovePlanOf(ana)).toEqual([null, above])
  expect(await abovePlanOf(sofia, '/whatsapp/all/1')).toEqual([null, above])
  expect(await abovePlanOf(sofia, '/whatsapp/all/2')).toEqual([null])
  expect((await sofia.get('/companies/1')).body.abovePlan).toEqual(['connections'])
  expect((await sofia.get('/companies')).body.companies.map((row: { abovePlan: unknown }) => row.abovePlan)).toEqual([
    ['connections'],
    [],
  ])
  await ana.put('/whatsapp/2', { isDefault: true })
  world.published.length = 0
  await ana.delete('/whatsapp/1')
  expect(published()).toEqual([null])
  expect((await sofia.get('/companies')).body.companies[0].abovePlan).toEqual([])
  await changePlan({ useWhatsapp: false, users: 1, queues: 1 })
  expect((await sofia.get('/companies')).body.companies[0].abovePlan).toEqual(['users', 'queues', 'useWhatsapp'])
  // What exists beyond the plan can still be changed, but nothing added.
  expect((await ana.put('/users/3', { name: 'Carla Nova' })).status).toBe(200)
  expect((await ana.put('/queue/2', { name: 'Outra' })).status).toBe(200)
  expect((await ana.post('/queue', { name: 'Terceira', color: '#123456' })).body).toMatchObject({
    limit: 'queues',
    most: 1,
  })
})
