import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { connectLive } from '../testing/world/live-client'
import { createServedWorld, type ServedWorld } from '../testing/world/served-world'
import { userTable } from './user.tables'

let world: ServedWorld
beforeEach(async () => {
  world = await createServedWorld()
})
afterEach(() => world.stop())

test('a new password or a deletion closes the user’s sockets', async () => {
  const ana = await world.as(world.ana)
  const bruno = await world.live(world.bruno)
  const carla = await world.live(world.carla)
  expect((await ana.put('/users/2', { password: 'outra-senha' })).status).toBe(200)
  expect(await bruno.live.closed).toBe(4401)
  expect((await ana.delete('/users/3')).status).toBe(200)
  expect(await carla.live.closed).toBe(4401)
})

test('adding or removing a queue takes effect at once', async () => {
  const ana = await world.as(world.ana)
  await world.live(world.bruno)
  const topics = () => [...(world.hub.clientsOf(1, 2)[0]?.topics ?? [])]
  expect(topics()).toContain('pending:1')
  await ana.put('/users/2', { queueIds: [2] })
  expect(topics()).toContain('pending:2')
  expect(topics()).not.toContain('pending:1')
  await ana.delete('/queue/2')
  expect(topics()).not.toContain('pending:2')
})

test('colleagues receive the short form of a user, admins and the user the whole', async () => {
  const bruno = await world.live(world.bruno)
  const carla = await world.live(world.carla)
  const ana = await world.live(world.ana)
  await ana.put('/users/2', { name: 'Bruno L.' })
  for (const person of [bruno, carla, ana]) await person.live.settled()
  const emails = (received: { data?: Record<string, any> }[]) => received.map(({ data }) => data?.user?.email)
  expect(emails(carla.live.heard())).toEqual([undefined])
  expect(emails(bruno.live.heard())).toEqual([undefined, 'bruno@acme.test'])
  // The event about her own sign-in comes first.
  expect(emails(ana.live.heard())).toEqual([undefined, 'bruno@acme.test'])
})

test('deleting a company closes its users’ sockets only', async () => {
  const gina = await world.live(world.gina)
  const bruno = await world.live(world.bruno)
  const sofia = await world.as(world.sofia)
  expect((await sofia.delete('/companies/2')).status).toBe(200)
  expect(await gina.live.closed).toBe(4401)
  await bruno.live.settled()
})

test('a user is online while a socket is open, and for a while afterwards', async () => {
  const ana = await world.as(world.ana)
  await world.live(world.bruno)
  const online = async () =>
    (await ana.get('/users/')).body.users
      .filter((user: { online: boolean }) => user.online)
      .map((user: { id: number }) => user.id)
  expect(await online()).toEqual([2])
  world.hub.remove(world.hub.clientsOf(1, 2)[0] as never)
  expect(await online()).toEqual([2])
  const seenMs = world.ctx(1).db.select().from(userTable).where(eq(userTable.id, 2)).get()?.lastSeenAt?.getTime() ?? 0
  world.setTime(new Date(seenMs + 5 * 60_000 - 1))
  expect(await online()).toEqual([2])
  world.setTime(new Date(seenMs + 5 * 60_000))
  expect(await online()).toEqual([])
})

const comings = (frames: { event: string; data?: Record<string, any> }[]) =>
  frames.flatMap(({ event, data }) => (event === 'company-1-user' && 'online' in data?.user ? [data?.user] : []))

test('publishes online status to the company’s admins only, without logging it', async () => {
  const ana = await world.live(world.ana)
  const carla = await world.live(world.carla)
  const gina = await world.live(world.gina)
  const events = () => world.ctx(1).company.sqlite.query('SELECT count(*) AS n FROM event').get()
  const before = events()
  const bruno = await world.live(world.bruno)
  const second = await connectLive(world.liveAddress, bruno.token ?? '', null)
  expect(events()).toEqual(before)
  second.close()
  await bruno.delete('/auth/logout')
  await ana.live.next(({ data }) => data?.['user']?.id === 2 && data['user'].online === false)
  for (const person of [ana, carla, gina]) await person.live.settled()
  expect(comings(ana.live.heard())).toEqual([
    { id: 1, online: true },
    { id: 3, online: true },
    { id: 2, online: true },
    { id: 2, online: false },
  ])
  expect(comings(carla.live.heard())).toEqual([])
  expect(comings(gina.live.heard())).toEqual([])
  expect((await ana.get('/users/2')).body).toMatchObject({ online: false, status: 'offline' })
})

test('reloading a page publishes nothing; a longer absence is published when lists show it', async () => {
  const ana = await world.live(world.ana)
  const bruno = await world.live(world.bruno)
  bruno.live.close()
  await bruno.live.closed
  const again = await connectLive(world.liveAddress, bruno.token ?? '', null)
  await ana.live.settled()
  expect(comings(ana.live.heard())).toEqual([
    { id: 1, online: true },
    { id: 2, online: true },
  ])
  world.setTime(new Date(Date.now() + 5 * 60_000))
  again.close()
  await ana.live.next(({ data }) => data?.['user']?.online === false)
  expect((await ana.get('/users/2')).body.online).toBe(false)
})
