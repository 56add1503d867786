import { afterEach, expect, test } from 'bun:test'
import { jobHandlers } from '../domains'
import { startJobLoop } from '../kernel/job/job-loop'
import { text } from '../testing/whatsapp/cloud-talk'
import { bankCertificate } from '../testing/services/bank/certificates'
import { startPushService } from '../testing/services/push-service/start-push-service'
import { createCloudWorld } from '../testing/whatsapp/cloud-world'
import { until } from '../testing/whatsapp/whatsapp-world'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

test('from Meta’s webhook through the running job loop, a notice leaves within a second of the message', async () => {
  const service = await startPushService()
  cleanUps.push(service.stop)
  const environment = { OUTGOING_ALLOW: '127.0.0.1', PUBLIC_URL: 'https://chat.acme.test' }
  const world = await createCloudWorld({ world: { outgoingCa: bankCertificate, environment } })
  cleanUps.push(world.stop)
  await world.connect()
  const [bruno, carla] = [await world.as(world.bruno), await world.as(world.carla)]
  const phoneOf = async ({ get, post }: typeof bruno) => {
    const browser = service.subscribe((await get('/push')).body.publicKey)
    expect((await post('/push/devices', browser.body)).status).toBe(200)
    return browser
  }
  const brunosPhone = await phoneOf(bruno)
  await phoneOf(carla)
  const maria = { waId: '5511970000001', name: 'Dona Maria' }
  await world.graph.says(maria, text('Oi'))
  await until(() => world.messages().length === 1, 'the first message')
  const ana = await world.as(world.ana)
  const given = await ana.put('/tickets/1', { status: 'open', userId: world.bruno.id, queueId: 1 })
  expect(given.status).toBe(200)
  const { files, catalog, log } = world.platform
  const loop = startJobLoop({ files, hints: catalog.jobHints, handlers: jobHandlers, log })
  cleanUps.push(loop.stop)

  // The second comes while the first is told, so that it waits for its batch.
  for (const words of ['Chegou quebrado', 'Está ouvindo?']) {
    const saidMs = Date.now()
    expect((await world.graph.says(maria, text(words))).status).toBe(200)
    const told = () => service.notices.find(({ data }) => data['text'] === words)
    await until(() => told() !== undefined, words)
    expect((told()?.atMs ?? Infinity) - saidMs).toBeLessThan(1000)
  }
  expect(service.refusals).toEqual([])
  expect(service.notices.every(({ browser }) => browser === brunosPhone)).toBe(true)
})
