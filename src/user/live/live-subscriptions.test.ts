import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { lastEventNumber, recordEvent } from '../../kernel/event/event-log'
import { companyTable } from '../../platform/platform.tables'
import { turnDays } from '../../platform/platform.domain'
import { connectLive } from '../../testing/world/live-client'
import { password } from '../../testing/world/people'
import { createServedWorld, type ServedWorld } from '../../testing/world/served-world'
import { addTicket, setSwitches } from '../../testing/conversation/tickets'
import { createRequests } from '../../testing/world/requests'

let world: ServedWorld
beforeEach(async () => {
  world = await createServedWorld()
})
afterEach(() => world.stop())

/** Drops the event about the admin's own online status. */
const withoutOnlineStatus = <Frame extends { data?: Record<string, any> }>(frames: readonly Frame[]) =>
  frames.filter(({ data }) => data?.['user']?.online !== true)

test('closes a socket without a valid token, and sends it nothing', async () => {
  const socket = await connectLive(world.liveAddress, 'not.a.token', null)
  expect(await socket.closed).toBe(4401)
  expect(socket.frames).toEqual([])
})

test('closes a socket that sends invalid messages', async () => {
  const { live } = await world.live(world.bruno)
  live.send('deleteEverything', {})
  expect(await live.closed).toBe(4400)
})

test('notifies and closes the first socket when the user signs in elsewhere', async () => {
  const { live } = await world.live(world.bruno)
  const other = await createRequests(world.app).post('/auth/login', { email: 'bruno@acme.test', password })
  expect(other.status).toBe(200)
  const frame = await live.next((frame) => frame.event === 'company-1-auth')
  expect(frame.data).toEqual({ action: 'logout', user: { id: 2 } })
  expect(await live.closed).toBe(4401)
})

test('closes the socket on signing out', async () => {
  const { live, delete: remove } = await world.live(world.bruno)
  expect((await remove('/auth/logout')).status).toBe(200)
  expect(await live.closed).toBe(4401)
})

test('sends nothing to users of another company', async () => {
  const acme = await world.live(world.ana)
  const globex = await world.live(world.gina)
  const answer = await acme.put('/settings/sendSignMessage', { value: 'disabled' })
  expect(answer.status).toBe(200)
  await globex.live.settled()
  expect(withoutOnlineStatus(globex.live.heard())).toEqual([])
})

test('closes no socket when an old sign-in is resent after a reconnection', async () => {
  const ctx = world.ctx(1)
  const last = ctx.transaction(() => recordEvent(ctx, 'user.signedOut', {}, { userId: 99 }).number)
  const signIn = () => createRequests(world.app).post('/auth/login', { email: 'bruno@acme.test', password })
  await signIn()
  const { token } = (await signIn()).body
  const socket = await connectLive(world.liveAddress, token, last)
  await socket.settled()
  expect(socket.heard().filter(({ event }) => event === 'company-1-auth')).toEqual([])
  expect((await createRequests(world.app, token).put('/users/2', { name: 'Bruno L.' })).status).toBe(200)
  await socket.next(({ event }) => event === 'company-1-user')
})

test('resends what a client missed, or tells it to reload', async () => {
  const ctx = world.ctx(1)
  const note = () => ctx.transaction(() => recordEvent(ctx, 'user.signedOut', {}, { userId: 99 }).number)
  const last = note()
  const { live } = await world.live(world.ana, last)
  expect(withoutOnlineStatus(live.heard())).toEqual([])
  for (let index = 0; index < 600; index++) note()
  const late = await world.live(world.ana, last)
  expect(late.live.heard().map((frame) => frame.event)).toEqual(['reload'])
})

test('resends missed events of a ticket to those who may see it', async () => {
  const { id } = addTicket(world.ctx(1), { status: 'open', userId: 2, queueId: 1 })
  const last = lastEventNumber(world.ctx(1))
  const ana = await world.as(world.ana)
  expect((await ana.post(`/messages/${id}`, { body: 'Bom dia' })).status).toBe(200)
  const [bruno, carla] = [await world.live(world.bruno, last), await world.live(world.carla, last)]
  const heard = ({ live }: typeof bruno) =>
    live.heard().filter(({ data }) => data?.['ticketId'] === id || data?.['ticket'])
  for (const { live } of [bruno, carla]) await live.settled()
  expect(heard(bruno).map(({ event }) => event)).toContain('company-1-appMessage')
  expect(heard(carla)).toEqual([])
})

test('sends users of an expired company only its renewal', async () => {
  const { db, companies } = world.platform.catalog
  const setDue = (dueDate: string) => {
    db.update(companyTable).set({ dueDate }).where(eq(companyTable.id, 2)).run()
    companies.forget()
  }
  const { live } = await world.live(world.gina)
  const topics = () => [...(world.hub.clientsOf(2, 1).at(-1)?.topics ?? [])]
  expect(topics()).toContain('admin')
  setDue('2020-01-01')
  live.send('userStatus', null)
  await live.settled()
  expect(topics()).toEqual(['subscription'])
  const again = await world.live(world.gina)
  expect(topics()).toEqual(['subscription'])
  setDue('2999-01-01')
  again.live.send('userStatus', null)
  await again.live.settled()
  expect(topics()).toContain('admin')
})

test('disconnects at midnight when the subscription ends, with the reason', async () => {
  const { db, companies } = world.platform.catalog
  const { live } = await world.live(world.gina)
  db.update(companyTable).set({ dueDate: '2026-03-10' }).where(eq(companyTable.id, 2)).run()
  companies.forget()
  world.setTime(new Date('2026-03-11T03:00:01Z'))
  await turnDays(world.platform, new Date('2026-03-11T02:45:01Z'))
  await live.settled()
  expect(withoutOnlineStatus(live.heard()).map((frame) => frame.event)).toEqual(['company-2-subscription'])
  expect([...(world.hub.clientsOf(2, 1).at(-1)?.topics ?? [])]).toEqual(['subscription'])
  db.update(companyTable).set({ dueDate: '2999-01-01' }).where(eq(companyTable.id, 2)).run()
  companies.forget()
  world.setTime(new Date())
})

test('disconnects a disabled company at once and lets its users reach only the finance pages', async () => {
  const sofia = await world.as(world.sofia)
  const gina = await world.live(world.gina)
  const bruno = await world.live(world.bruno)
  expect((await sofia.put('/companies/2', { status: false })).status).toBe(200)
  expect(await gina.live.closed).toBe(4401)
  await bruno.live.settled()
  const nobody = createRequests(world.app)
  const { status, body } = await nobody.post('/auth/login', { email: 'gina@globex.test', password })
  expect([status, body.user.company.subscription]).toEqual([200, 'expired'])
  const again = createRequests(world.app, body.token)
  for (const path of ['/tickets', '/users/', '/contacts', '/queue', '/settings', '/quick-messages/list']) {
    expect([path, (await again.get(path)).status]).toEqual([path, 402])
  }
  expect((await again.get('/auth/me')).status).toBe(200)
  expect((await sofia.put('/companies/2', { status: true })).body.status).toBe(true)
  expect((await again.get('/tickets')).status).toBe(200)
})

test('a ticket that moves out of reach leaves the sockets that opened it', async () => {
  const { id, uuid } = addTicket(world.ctx(1), { queueId: 2 })
  const [ana, carla] = [await world.live(world.ana), await world.live(world.carla)]
  for (const { live } of [ana, carla]) {
    live.send('joinTickets', uuid)
    await live.settled()
  }
  const joined = () => [1, 3].map((userId) => world.hub.clientsOf(1, userId)[0]?.rooms.has(id))
  expect(joined()).toEqual([true, true])
  expect((await ana.put(`/tickets/${id}`, { queueId: 1 })).status).toBe(200)
  expect(joined()).toEqual([true, false])
})

test('sends a message once, whether or not its ticket is open', async () => {
  const { id, uuid } = addTicket(world.ctx(1), { status: 'open', userId: 2, queueId: 1 })
  setSwitches(world.ctx(1), 3, { all_user_chat: true, all_historic: true, all_ticket: true, allow_group: true })
  const [ana, bruno, carla] = [
    await world.live(world.ana),
    await world.live(world.bruno),
    await world.live(world.carla),
  ]
  for (const { live } of [ana, bruno, carla]) live.send('joinTickets', uuid)
  for (const { live } of [ana, bruno, carla]) await live.settled()
  expect((await bruno.post(`/messages/${id}`, { body: 'Bom dia' })).status).toBe(200)
  for (const { live } of [ana, bruno, carla]) {
    await live.settled()
    expect(live.heard().map(({ event, data }) => [event, data?.['action']])).toContainEqual([
      'company-1-appMessage',
      'create',
    ])
    expect(live.heard().filter(({ event }) => event === 'company-1-appMessage')).toHaveLength(1)
  }
})
