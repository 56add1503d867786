import { addMs } from '../kernel/time/clock'
import { setSetting } from '../testing/conversation/conversation'
import { newId } from '../testing/conversation/inbound'
import { beforeEach, expect, test } from 'bun:test'
import type { PushService } from '../testing/services/push-service/start-push-service'
import { usePhones, pushStart } from '../testing/world/phones'
import type { World } from '../testing/world/world'

const { current, withPhone, write, run, told } = usePhones()
let world: World
let service: PushService
beforeEach(() => void ({ world, service } = current()))
const devicesOf = async (calls: { get(path: string): Promise<{ body: any }> }) =>
  (await calls.get('/push')).body.devices

test('tells the phone of the ticket’s owner what the contact wrote, encrypted and signed, and nobody else', async () => {
  const [bruno, carla, gina] = [await withPhone('bruno'), await withPhone('carla'), await withPhone('gina')]
  write('Chegou *quebrado*')
  await run()
  expect(service.refusals).toEqual([])
  expect(told()).toEqual([['message', 'Dona Maria', 'Chegou *quebrado*']])
  const [notice] = service.notices
  expect(notice).toMatchObject({ topic: 'message-1', ttl: 4 * 3600, urgency: 'high' })
  expect(notice?.browser).toBe(bruno.browser)
  expect(notice?.data).toMatchObject({ language: 'pt', ticketUuid: expect.any(String), messageId: expect.any(Number) })
  expect([await devicesOf(bruno), await devicesOf(carla), await devicesOf(gina)]).toMatchObject([
    [{ lastSuccessAt: addMs(pushStart, 500).toISOString() }],
    [{ lastSuccessAt: null }],
    [{ lastSuccessAt: null }],
  ])
})

test('the push leaves within a second of the message', async () => {
  await withPhone('bruno')
  const sentMs = Date.now()
  write('Oi')
  await run()
  expect((service.notices[0]?.atMs ?? Infinity) - sentMs).toBeLessThan(1000)
})

test('tells members of a queue of who begins to wait, once, and of mentions', async () => {
  const [bruno, carla] = [await withPhone('bruno'), await withPhone('carla')]
  const ana = await world.as(world.ana)
  await ana.put('/tickets/1', { status: 'pending', userId: null, queueId: 2 })
  await run()
  expect([told(bruno.browser), told(carla.browser)]).toEqual([[], [['waiting', 'Dona Maria', 'Olá']]])
  await ana.put('/tickets/1', { status: 'open', userId: world.carla.id, queueId: 2 })
  const note = { body: `Oi @${world.carla.name}`, isPrivate: true, mentions: [world.carla.id] }
  expect((await ana.post('/messages/1', note)).body).toMatchObject({ messages: [{ isPrivate: true }] })
  await run()
  expect(told(carla.browser).slice(1)).toEqual([
    ['transfer', 'Dona Maria', ''],
    ['mention', 'Dona Maria', `Oi @${world.carla.name}`],
  ])
  expect(service.notices.at(-1)?.data['from']).toBe(world.ana.name)
  expect(told(bruno.browser)).toEqual([])
})

test('sends nothing while a window is open, nor for what was read before', async () => {
  await withPhone('bruno')
  const { live } = world.platform
  live.hasWindow = (companyId, userId) => companyId === 1 && userId === world.bruno.id
  write('Com a janela aberta')
  await run()
  live.hasWindow = () => false
  write('Lida no computador')
  world.ctx(1).company.sqlite.run('UPDATE ticket SET unread_messages = 0')
  await run()
  expect(service.requests()).toBe(0)
  write('Sem janela')
  await run()
  expect(told()).toEqual([['message', 'Dona Maria', 'Sem janela']])
})

test('respects the kinds and the quiet hours that a user chose, in the company’s time', async () => {
  const bruno = await withPhone('bruno')
  // 15:00 UTC is 12:00 in São Paulo.
  const quiet = { offKinds: [], quietFrom: '11:00', quietTo: '13:00' }
  expect((await bruno.put('/push', quiet)).body).toMatchObject(quiet)
  write('Na hora do almoço')
  await run()
  expect(told()).toEqual([])
  await run(2 * 3_600_000)
  write('Depois do almoço')
  await run()
  expect(told()).toEqual([['message', 'Dona Maria', 'Depois do almoço']])
  await bruno.put('/push', { offKinds: ['message'], quietFrom: null, quietTo: null })
  write('Sem aviso de mensagens')
  await (await world.as(world.ana)).post('/messages/1', { body: 'Nota', isPrivate: true })
  await run()
  expect(told().slice(1)).toEqual([['privateNote', 'Dona Maria', 'Nota']])
})

test.each([
  [{ offKinds: [], quietFrom: '22:00', quietTo: null }, { quietTo: 'required' }],
  [{ offKinds: [], quietFrom: '22:00', quietTo: '22:00' }, { quietTo: 'sameTime' }],
  [{ offKinds: [], quietFrom: '25:00', quietTo: '07:00' }, { quietFrom: 'time' }],
  [{ offKinds: ['everything'], quietFrom: null, quietTo: null }, { 'offKinds.0': 'invalid' }],
])('refuses choices that mean nothing: %j', async (body, fields) => {
  const { status, body: answer } = await (await world.as(world.bruno)).put('/push', body)
  expect([status, answer.fields]).toEqual([400, fields])
})

test('refuses addresses of the own network and keys that are none', async () => {
  const bruno = await world.as(world.bruno)
  const { body } = service.subscribe('')
  const faults = async (part: object) => (await bruno.post('/push/devices', { ...body, ...part })).body.fields
  expect(await faults({ endpoint: 'https://10.0.0.1/push' })).toEqual({ endpoint: 'refusedAddress' })
  expect(await faults({ endpoint: 'http://127.0.0.1/push' })).toEqual({ endpoint: 'invalid' })
  expect(await faults({ p256dh: 'short', auth: '' })).toEqual({ p256dh: 'invalid', auth: 'invalid' })
  expect(await devicesOf(bruno)).toEqual([])
})

test('where numbers are hidden agents get nothing of the text, and a name without digits; admins get it', async () => {
  for (const key of ['enableLGPD', 'lgpdHideNumber']) setSetting(world, key, 'enabled')
  world.ctx(1).company.sqlite.run(`UPDATE contact SET name = '5511988880001' WHERE id = 1`)
  await withPhone('bruno')
  write('Meu número novo é 11 97777-0000')
  await run()
  expect(told()).toEqual([['message', '******01', '']])
  const ana = await withPhone('ana')
  world.ctx(1).company.sqlite.run(`UPDATE ticket SET user_id = ${world.ana.id}`)
  write('E este: 11 97777-0001')
  await run()
  expect(told(ana.browser)).toEqual([['message', '5511988880001', 'E este: 11 97777-0001']])
})

test('where two steps are required, who has not set them up gets nothing, like in a window', async () => {
  const [ana, bruno] = [await withPhone('ana'), await withPhone('bruno')]
  setSetting(world, 'requireTwoFactor', 'enabled')
  write('Chegou quebrado')
  await run()
  expect([told(bruno.browser), told(ana.browser)]).toEqual([[], []])
  setSetting(world, 'requireTwoFactor', 'disabled')
  write('Alguém aí?')
  await run()
  expect(told(bruno.browser)).toEqual([['message', 'Dona Maria', 'Alguém aí?']])
})

test.each([404, 410])('forgets a browser that is gone: %d', async (status) => {
  const bruno = await withPhone('bruno')
  service.answers.push({ status })
  write('Oi')
  await run()
  expect(await devicesOf(bruno)).toEqual([])
  write('De novo')
  await run(3_600_000)
  expect(service.requests()).toBe(1)
})

test.each([
  [{ status: 429, headers: { 'retry-after': '90' } }, 89_000, 90_000],
  [{ status: 500 }, 1_000, 2_000],
])('tries again later, in the form of then: %j', async (answer, tooEarlyMs, timeMs) => {
  await withPhone('bruno')
  service.answers.push(answer)
  write('Primeira')
  await run()
  await run(tooEarlyMs)
  expect(service.requests()).toBe(1)
  await run(timeMs - tooEarlyMs)
  expect(told()).toEqual([['message', 'Dona Maria', 'Primeira']])
  await run(3_600_000)
  expect(service.requests()).toBe(2)
})

test('a newer message takes the place of one that waits', async () => {
  await withPhone('bruno')
  service.answers.push({ status: 429, headers: { 'retry-after': '60' } })
  write('Primeira')
  await run()
  write('Segunda')
  await run()
  expect(told()).toEqual([['message', 'Dona Maria', 'Segunda']])
})

test.each([400, 413])('gives up what the service does not take, and keeps the browser: %d', async (status) => {
  const bruno = await withPhone('bruno')
  service.answers.push({ status })
  write('Oi')
  await run()
  await run(3_600_000)
  expect([service.requests(), (await devicesOf(bruno)).length]).toEqual([1, 1])
})

test('the longest message fits, cut between characters', async () => {
  await withPhone('bruno')
  write('😀'.repeat(4000))
  await run()
  expect(service.refusals).toEqual([])
  expect(String(told()[0]?.[2]).isWellFormed()).toBe(true)
})

test('one browser gets one notice of a message, however often the event arrives', async () => {
  const bruno = await withPhone('bruno')
  // The page tells its subscription at each start.
  await bruno.post('/push/devices', bruno.browser.body)
  const id = newId()
  write('Oi', id)
  write('Oi', id)
  await run()
  await run()
  expect(told()).toEqual([['message', 'Dona Maria', 'Oi']])
})

test('a session that ends takes its device along; another user of the browser takes it over', async () => {
  const bruno = await withPhone('bruno')
  await bruno.delete('/auth/logout')
  write('Depois de sair')
  await run()
  expect(service.requests()).toBe(0)
  const again = await withPhone('bruno')
  const carla = await world.as(world.carla)
  await carla.post('/push/devices', again.browser.body)
  expect([await devicesOf(again), (await devicesOf(carla)).length]).toEqual([[], 1])
  // The session was replaced without an event, as after a crash.
  await world.as(world.carla)
  await (await world.as(world.ana)).put('/tickets/1', { status: 'open', userId: world.carla.id, isTransfered: true })
  await run()
  expect(service.requests()).toBe(0)
})

test('a user sees, tries and removes own devices only', async () => {
  const [bruno, carla] = [await withPhone('bruno'), await withPhone('carla')]
  expect((await carla.delete(`/push/devices/${bruno.device.id}`)).status).toBe(404)
  await bruno.post('/push/test', {})
  await run()
  expect([told(bruno.browser), told(carla.browser)]).toEqual([[['test', '', '']], []])
  expect((await bruno.delete(`/push/devices/${bruno.device.id}`)).status).toBe(200)
  expect([(await devicesOf(bruno)).length, (await devicesOf(carla)).length]).toEqual([0, 1])
})

test('a subscription that the browser replaced keeps its device, for its owner only', async () => {
  const [bruno, carla] = [await withPhone('bruno'), await withPhone('carla')]
  const renewed = service.subscribe((await bruno.get('/push')).body.publicKey)
  const body = { ...renewed.body, replaces: bruno.browser.body.endpoint }
  expect((await carla.post('/push/devices', body)).status).toBe(404)
  expect((await bruno.post('/push/devices', { ...body, replaces: 'https://push.test/unknown' })).status).toBe(404)
  expect((await bruno.post('/push/devices', { ...body, replaces: 'nonsense' })).body.fields).toEqual({
    replaces: 'invalid',
  })
  for (let time = 0; time < 2; time++) {
    const answer = await bruno.post('/push/devices', time === 0 ? body : renewed.body)
    expect(answer.body.id).toBe(bruno.device.id)
  }
  write('Depois da troca')
  await run()
  expect(told(renewed)).toEqual([['message', 'Dona Maria', 'Depois da troca']])
  expect([told(bruno.browser), told(carla.browser)]).toEqual([[], []])
  expect([(await devicesOf(bruno)).length, (await devicesOf(carla)).length]).toEqual([1, 1])
})

test('keeps ten browsers of a user, the latest, and names them without keeping the header', async () => {
  const { device, ...bruno } = await withPhone('bruno')
  for (let count = 0; count < 10; count++) await bruno.post('/push/devices', service.subscribe('').body)
  const devices = await devicesOf(bruno)
  expect(devices).toHaveLength(10)
  expect(devices).not.toContainEqual(expect.objectContaining({ id: device.id }))
})
