import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addTicket } from '../../testing/conversation/tickets'
import { createServedWorld, type ServedWorld } from '../../testing/world/served-world'
import type { Caller } from '../../testing/world/world'
import { findActor } from '../actor.queries'
import { switchesOf } from './role.contract'

let world: ServedWorld
let ana: Caller
beforeEach(async () => {
  world = await createServedWorld()
  ana = await world.as(world.ana)
})
afterEach(() => world.stop())

const off = {
  allTicket: false,
  allHistoric: false,
  allUserChat: false,
  userClosePendingTicket: false,
  allowGroup: false,
  showDashboard: false,
  allowRealTime: false,
  allowConnections: false,
}
const supervisor = { ...off, name: 'Supervisor', allTicket: true, allUserChat: true, allowGroup: true }
const actor = (userId: number) => findActor(world.ctx(1), userId)
const switches = (userId: number) => switchesOf(actor(userId)!)
const create = async (body: object) => (await ana.post('/roles', body)).body.id as number

test('a user has the switches of the role, and others keep theirs', async () => {
  const carlas = switches(3)
  const id = await create(supervisor)
  const { status, body } = await ana.put('/users/2', { roleId: id })
  expect([status, body.roleId, body.roleName]).toEqual([200, id, 'Supervisor'])
  expect(body).toMatchObject({ allTicket: 'enable', allUserChat: 'enabled', userClosePendingTicket: 'disabled' })
  expect(switches(2)).toEqual(switchesOf(supervisor))
  expect(switches(3)).toEqual(carlas)
  expect((await ana.get('/roles')).body).toMatchObject([{ id, name: 'Supervisor', usersCount: 1 }])
})

test('a new user begins with the role, whatever switches are sent', async () => {
  const id = await create(supervisor)
  const person = { name: 'Davi', email: 'davi@acme.test', password: 'dado-por-outra', showDashboard: true, roleId: id }
  const { body } = await ana.post('/users', person)
  expect(body).toMatchObject({ roleId: id, allTicket: 'enable', showDashboard: 'disabled' })
})

test('a change of the role changes its users only, and cuts what they may no longer hear', async () => {
  const id = await create(supervisor)
  await ana.put('/users/2', { roleId: id })
  const { id: ticketId, uuid } = addTicket(world.ctx(1), { status: 'open', userId: 3, queueId: 1 })
  const [bruno, carla] = [await world.live(world.bruno), await world.live(world.carla)]
  const topics = (userId: number) => [...(world.hub.clientsOf(1, userId)[0]?.topics ?? [])].sort()
  bruno.live.send('joinTickets', uuid)
  await bruno.live.settled()
  const carlas = topics(3)
  expect(topics(2)).toEqual(expect.arrayContaining(['everyone:1', 'everyone:none', 'group:1', 'group:none']))
  expect(world.hub.clientsOf(1, 2)[0]?.rooms.has(ticketId)).toBe(true)
  expect((await ana.put(`/roles/${id}`, { allUserChat: false, allowGroup: false })).status).toBe(200)
  expect(switches(2)).toEqual({ ...switchesOf(supervisor), allUserChat: false, allowGroup: false })
  expect(world.hub.clientsOf(1, 2)[0]?.rooms.has(ticketId)).toBe(false)
  expect(topics(2)).toEqual(['all', 'owner:2', 'pending:1', 'pending:none', 'plain', 'subscription', 'user:2'])
  expect(topics(3)).toEqual(carlas)
  await bruno.live.next(({ event, data }) => event === 'company-1-user' && data?.['user']?.allUserChat === 'disabled')
  await carla.live.settled()
  expect(carla.live.heard().filter(({ event }) => event === 'company-1-role')).toEqual([])
})

test('with a role, single switches cannot be changed; without it they stay and can be', async () => {
  const id = await create(supervisor)
  await ana.put('/users/2', { roleId: id })
  const refused = await ana.put('/users/2', { showDashboard: true, name: 'Bruno II' })
  expect([refused.status, refused.body.fields]).toEqual([400, { showDashboard: 'ofRole' }])
  expect(actor(2)).toMatchObject({ name: 'Bruno Lima', showDashboard: false })
  expect((await ana.put('/users/2', { allTicket: true, name: 'Bruno II' })).status).toBe(200)
  expect((await ana.put('/users/2', { roleId: null, showDashboard: true })).body.roleId).toBe(null)
  expect(switches(2)).toEqual({ ...switchesOf(supervisor), showDashboard: true })
})

test('deleting a role leaves its users their switches', async () => {
  const id = await create(supervisor)
  const other = await create({ ...off, name: 'Outro' })
  await ana.put('/users/2', { roleId: id })
  await ana.put('/users/3', { roleId: other })
  expect((await ana.delete(`/roles/${id}`)).status).toBe(200)
  expect((await ana.get('/users/2')).body).toMatchObject({ roleId: null, roleName: null })
  expect(switches(2)).toEqual(switchesOf(supervisor))
  expect((await ana.get('/users/3')).body).toMatchObject({ roleId: other, roleName: 'Outro' })
  expect((await ana.put('/users/2', { allTicket: false })).status).toBe(200)
})

test('agents choose no role, and another company’s and unknown roles are refused', async () => {
  const id = await create(supervisor)
  const bruno = await world.as(world.bruno)
  expect((await bruno.put('/users/2', { roleId: id })).body.error).toBe('ERR_NO_PERMISSION')
  const gina = await world.as(world.gina)
  const answer = await gina.put('/users/1', { roleId: id })
  expect([answer.status, answer.body.fields]).toEqual([400, { roleId: 'unknown' }])
  expect((await ana.put('/users/2', { roleId: 99 })).body.fields).toEqual({ roleId: 'unknown' })
  expect(actor(2)).toMatchObject({ allTicket: false })
})
