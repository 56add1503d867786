import { afterEach, beforeEach, expect, test } from 'bun:test'
import { recordEvent } from '../kernel/event-log'
import { connectLive } from '../testing/live-client'
import { password } from '../testing/people'
import { createServedWorld, type ServedWorld } from '../testing/served-world'
import { createRequests } from '../testing/requests'

let world: ServedWorld
beforeEach(async () => {
  world = await createServedWorld()
})
afterEach(() => world.stop())

test('a socket without a good token hears nothing and is closed', async () => {
  const line = await connectLive(world.liveAddress, 'not.a.token', null)
  expect(await line.closed).toBe(4401)
  expect(line.frames).toEqual([])
})

test('a socket that talks nonsense is closed', async () => {
  const { live } = await world.live(world.bruno)
  live.send('deleteEverything', {})
  expect(await live.closed).toBe(4400)
})

test('signing in elsewhere tells the first screen and cuts its line', async () => {
  const { live } = await world.live(world.bruno)
  const other = await createRequests(world.app).post('/auth/login', { email: 'bruno@acme.test', password })
  expect(other.status).toBe(200)
  const told = await live.next((frame) => frame.event === 'company-1-auth')
  expect(told.data).toEqual({ action: 'logout', user: { id: 2 } })
  expect(await live.closed).toBe(4401)
})

test('signing out cuts the line', async () => {
  const { live, delete: remove } = await world.live(world.bruno)
  expect((await remove('/auth/logout')).status).toBe(200)
  expect(await live.closed).toBe(4401)
})

test("the other company's people hear nothing of this one", async () => {
  const acme = await world.live(world.ana)
  const globex = await world.live(world.gina)
  const answer = await acme.put('/settings/sendSignMessage', { value: 'disabled' })
  expect(answer.status).toBe(200)
  await globex.live.settled()
  expect(globex.live.heard()).toEqual([])
})

test('a client that was away gets what it missed, or is told to load anew', async () => {
  const ctx = world.ctx(1)
  const note = () => ctx.transaction(() => recordEvent(ctx, 'user.signedOut', {}, { userId: 99 }).number)
  const last = note()
  const { live } = await world.live(world.ana, last)
  expect(live.heard()).toEqual([])
  for (let index = 0; index < 600; index++) note()
  const late = await world.live(world.ana, last)
  expect(late.live.heard().map((frame) => frame.event)).toEqual(['reload'])
})
