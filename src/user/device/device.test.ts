import { afterEach, beforeEach, expect, test } from 'bun:test'
import { password, type Person } from '../../testing/world/people'
import { effectsOf } from '../../testing/world/side-effects'
import { plainTextOf, startMailServer } from '../../testing/services/smtp/start-mail-server'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import { nameDevice } from './device-name'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

let world: World
let server: Awaited<ReturnType<typeof startMailServer>>
beforeEach(async () => {
  server = await startMailServer()
  world = await createWorld({ now: new Date('2026-03-10T15:00:00Z'), environment: { SMTP_URL: server.url } })
})
afterEach(async () => {
  await world.stop()
  await server.stop()
})

let time = new Date('2026-03-10T15:00:00Z')

/** Signs in a minute later, like a browser with those cookies, and returns its cookies and calls. */
async function enter(person: Person, { agent = chrome, cookie = '' } = {}) {
  world.setTime((time = new Date(time.getTime() + 60_000)))
  const answer = await world.nobody.post(
    '/auth/login',
    { email: person.email, password },
    { 'user-agent': agent, cookie },
  )
  expect(answer.status).toBe(200)
  const device = answer.headers.getSetCookie().find((line) => line.startsWith('recado_device='))
  const call = (method: string, path: string) =>
    world.nobody.call(method, path, undefined, { authorization: `Bearer ${answer.body.token}` })
  return { cookie: device?.split(';')[0] ?? '', call, newDevices: answer.body.user.newDevices }
}

const devicesOf = async ({ call }: Awaited<ReturnType<typeof enter>>) => (await call('GET', '/devices')).body.devices

test('names what is known of browsers, and nothing of other programs', () => {
  expect(nameDevice(chrome)).toEqual({ browser: 'Chrome', system: 'Windows', kind: 'computer' })
  expect(nameDevice(iphone)).toEqual({ browser: 'Safari', system: 'iOS', kind: 'phone' })
  expect(nameDevice('')).toEqual({ browser: '', system: '', kind: 'computer' })
  expect(() => nameDevice('('.repeat(5000))).not.toThrow()
})

test('a new device is announced at the others and by mail, the first one and known ones are not', async () => {
  const first = await enter(world.bruno)
  expect(first.newDevices).toBe(0)
  expect(await devicesOf(first)).toMatchObject([{ browser: 'Chrome', isPresent: true, isNew: false }])
  await enter(world.bruno, { cookie: first.cookie })
  await enter(world.carla)
  await world.runJobs(1)
  expect(server.received).toEqual([])

  const second = await enter(world.bruno, { agent: iphone })
  // Whoever uses the new device neither sees nor confirms it as new.
  expect(second.newDevices).toBe(0)
  const [own, other] = await devicesOf(second)
  expect([own, other]).toMatchObject([
    { browser: 'Safari', system: 'iOS', isPresent: true, isNew: false },
    { browser: 'Chrome', isPresent: false, isNew: false },
  ])
  expect((await second.call('POST', `/devices/${own.id}/confirm`)).body.error).toBe('ERR_IN_USE')
  expect((await second.call('DELETE', `/devices/${own.id}`)).body.error).toBe('ERR_IN_USE')
  await world.runJobs(1)
  expect(server.received.map(({ to }) => to)).toEqual([['bruno@acme.test']])
  const [mail] = server.received
  expect(plainTextOf(mail ?? { raw: '' })).toContain('dispositivo novo: Safari, iOS, endereço')

  const third = await enter(world.bruno, { cookie: first.cookie })
  expect(third.newDevices).toBe(1)
  const carla = await enter(world.carla)
  expect((await carla.call('POST', `/devices/${own.id}/confirm`)).status).toBe(404)
  expect((await third.call('POST', `/devices/${own.id}/confirm`)).status).toBe(200)
  expect((await third.call('GET', '/auth/me')).body.user.newDevices).toBe(0)
  expect((await third.call('DELETE', `/devices/${own.id}`)).status).toBe(200)
  await enter(world.bruno, { agent: iphone, cookie: second.cookie })
  expect((await enter(world.bruno, { cookie: first.cookie })).newDevices).toBe(1)
  expect((await third.call('DELETE', '/devices/nothing')).status).toBe(401)
})

test('nothing is to be mailed without a mail server', async () => {
  await world.stop()
  world = await createWorld({ now: time })
  await enter(world.bruno)
  const again = () => world.nobody.post('/auth/login', { email: world.bruno.email, password })
  expect(await effectsOf(world, again)).toMatchObject({ events: { 'user.signedIn': 1 }, jobs: 'none' })
})

test('keeps the twenty devices used last', async () => {
  for (let at = 0; at < 23; at++) await enter(world.bruno)
  const { call } = await enter(world.bruno)
  expect((await call('GET', '/devices')).body.devices).toHaveLength(20)
})

test('admins end a colleague’s session, and those of everybody but themselves', async () => {
  const callers = await signIn(world, 'ana', 'bruno', 'carla', 'sofia')
  const { ana, bruno, carla, sofia } = callers
  const gina = await world.as(world.gina)
  const isIn = async (caller: Caller) => (await caller.get('/auth/me')).status === 200
  expect((await bruno.delete('/users/3/session')).status).toBe(403)
  expect((await ana.delete('/users/1/session')).status).toBe(403)
  expect((await ana.delete('/users/4/session')).status).toBe(403)
  expect((await ana.delete('/users/2/session')).status).toBe(200)
  expect([await isIn(bruno), await isIn(carla)]).toEqual([false, true])
  expect((await carla.delete('/sessions')).status).toBe(403)
  expect((await ana.delete('/sessions')).body).toEqual({ ended: 2 })
  const states = await Promise.all([ana, carla, sofia, gina].map(isIn))
  expect(states).toEqual([true, false, false, true])
  const row = world.platform.catalog.sqlite
    .query("SELECT user_id, data FROM audit WHERE type = 'company.signedOut'")
    .get()
  expect(row).toEqual({ user_id: 1, data: '{"ended":2}' })
})
