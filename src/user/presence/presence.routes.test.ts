import { afterEach, beforeEach, expect, test } from 'bun:test'
import { effectsOf, noEffects } from '../../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import { setSwitches } from '../../testing/conversation/tickets'

/** 11:00 in São Paulo. */
const morning = new Date('2026-03-10T14:00:00Z')
const minutesLater = (minutes: number) => new Date(morning.getTime() + minutes * 60_000)

let world: World
let ana: Caller, bruno: Caller, carla: Caller, gina: Caller, sofia: Caller
beforeEach(async () => {
  world = await createWorld({ now: morning })
  ;({ ana, bruno, carla, gina, sofia } = await signIn(world, 'ana', 'bruno', 'carla', 'gina', 'sofia'))
})
afterEach(() => world.stop())

const pauseOf = async (caller: Caller, id: number) => (await caller.get(`/users/${id}`)).body.pause
const presenceOf = async (caller: Caller, id: number) =>
  (await caller.get('/users/presence')).body.find(({ userId }: { userId: number }) => userId === id)

test('a pause has a reason, survives signing out, and is published to admins and the agent only', async () => {
  world.published.length = 0
  const { answer, ...effects } = await effectsOf(world, () =>
    bruno.put('/users/2/presence', { pause: { reason: 'lunch', note: '  Volto às 12h ' } }),
  )
  const pause = { reason: 'lunch', note: 'Volto às 12h', since: morning.toISOString() }
  expect(answer.body).toMatchObject({ id: 2, pause })
  expect(effects).toMatchObject({ events: { 'user.paused': 1 }, otherCompany: 'none' })
  expect(world.published.filter(({ event }) => event === 'company-1-user').map(({ topics }) => topics)).toEqual([
    ['1/admin', '1/user:2'],
  ])
  await bruno.delete('/auth/logout')
  expect(await pauseOf(ana, 2)).toEqual(pause)
  expect(await pauseOf(ana, 3)).toBe(null)
  expect('pause' in (await carla.get('/users/2')).body).toBe(false)
})

test('the same pause again changes nothing; another reason begins another pause', async () => {
  const lunch = { pause: { reason: 'lunch' } }
  await bruno.put('/users/2/presence', lunch)
  expect(await effectsOf(world, () => bruno.put('/users/2/presence', lunch))).toMatchObject(noEffects)
  world.setTime(minutesLater(20))
  await bruno.put('/users/2/presence', { pause: { reason: 'meeting' } })
  expect(await pauseOf(bruno, 2)).toMatchObject({ reason: 'meeting', since: minutesLater(20).toISOString() })
  world.setTime(minutesLater(50))
  expect(await presenceOf(ana, 2)).toMatchObject({ name: 'Bruno Lima', pausedTodaySeconds: 50 * 60 })
  await bruno.put('/users/2/presence', { pause: null })
  world.setTime(minutesLater(90))
  expect(await effectsOf(world, () => bruno.put('/users/2/presence', { pause: null }))).toMatchObject(noEffects)
  expect(await presenceOf(ana, 2)).toMatchObject({ pause: null, pausedTodaySeconds: 50 * 60 })
  expect(await presenceOf(ana, 3)).toMatchObject({ pausedTodaySeconds: 0 })
})

test('counts only what of a pause is today', async () => {
  world.setTime(new Date('2026-03-11T02:30:00Z'))
  bruno = await world.as(world.bruno)
  await bruno.put('/users/2/presence', { pause: { reason: 'other' } })
  world.setTime(new Date('2026-03-11T03:10:00Z'))
  ana = await world.as(world.ana)
  expect(await presenceOf(ana, 2)).toMatchObject({ pausedTodaySeconds: 10 * 60 })
  await (await world.as(world.bruno)).put('/users/2/presence', { pause: null })
  expect(await presenceOf(ana, 2)).toMatchObject({ pausedTodaySeconds: 10 * 60 })
})

test('an admin may pause a colleague; others may not, and see presence only with the live panel', async () => {
  const lunch = { pause: { reason: 'lunch' } }
  expect((await ana.put('/users/2/presence', lunch)).status).toBe(200)
  for (const caller of [carla, gina]) {
    const refused = await effectsOf(world, () => caller.put('/users/2/presence', { pause: null }))
    expect(refused).toMatchObject(noEffects)
  }
  expect((await carla.put('/users/2/presence', { pause: null })).body.error).toBe('ERR_NO_PERMISSION')
  expect((await ana.put('/users/99/presence', lunch)).status).toBe(404)
  expect((await ana.put('/users/4/presence', lunch)).body.error).toBe('ERR_NO_PERMISSION')
  expect(await pauseOf(ana, 2)).toMatchObject({ reason: 'lunch' })
  expect((await carla.get('/users/presence')).body.error).toBe('ERR_NO_PERMISSION')
  setSwitches(world.ctx(1), 3, { allow_real_time: true })
  expect(await presenceOf(carla, 2)).toMatchObject({ pause: { reason: 'lunch' } })
  const elsewhere = (await gina.get('/users/presence')).body
  expect(elsewhere.every(({ pause }: { pause: unknown }) => pause === null)).toBe(true)
  expect((await sofia.get('/users/presence')).status).toBe(200)
})

test.each([
  [{}, { pause: 'required' }],
  [{ pause: { reason: 'nap' } }, { 'pause.reason': 'invalid' }],
  [{ pause: { reason: 'lunch', note: 'x'.repeat(101) } }, { 'pause.note': 'tooLong' }],
])('refuses %j', async (body, fields) => {
  const { answer, ...effects } = await effectsOf(world, () => bruno.put('/users/2/presence', body))
  expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_INVALID_INPUT', fields } })
  expect({ answer, ...effects }).toMatchObject(noEffects)
})
