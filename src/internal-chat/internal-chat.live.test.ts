import { afterEach, beforeEach, expect, test } from 'bun:test'
import { lastEventNumber } from '../kernel/event/event-log'
import type { LiveFrame } from '../testing/world/live-client'
import { createServedWorld, type ServedWorld } from '../testing/world/served-world'

let world: ServedWorld
beforeEach(async () => {
  world = await createServedWorld()
})
afterEach(() => world.stop())

const chatEvents = (frames: readonly LiveFrame[]) =>
  frames
    .filter(({ event }) => /-chat(-|$)/.test(event))
    .map(({ event, data }) => [event, data?.['action'], data?.['newMessage']?.message])

test('publishes messages to the sockets of members and nobody else', async () => {
  const bruno = await world.live(world.bruno)
  const carla = await world.live(world.carla)
  const ana = await world.live(world.ana)
  const sofia = await world.live(world.sofia)
  const hugo = await world.live(world.hugo)
  const { id } = (await bruno.post('/chats', { title: 'Entregas', users: [world.carla.id] })).body
  await bruno.post(`/chats/${id}/messages`, { message: 'só para nós' })
  await carla.post(`/chats/${id}/read`, {})
  await bruno.put(`/chats/${id}`, { title: 'Entregas de hoje' })
  await bruno.delete(`/chats/${id}`)
  for (const { live } of [bruno, carla, ana, sofia, hugo]) await live.settled()
  for (const [{ live }, userId] of [
    [bruno, world.bruno.id],
    [carla, world.carla.id],
  ] as const) {
    expect(chatEvents(live.frames)).toEqual([
      [`company-1-chat-user-${userId}`, 'create', undefined],
      ['company-1-chat', 'new-message', 'só para nós'],
      [`company-1-chat-${id}`, 'new-message', 'só para nós'],
      ['company-1-chat', 'update', undefined],
      [`company-1-chat-${id}`, 'update', undefined],
      [`company-1-chat-user-${userId}`, 'update', undefined],
      ['company-1-chat', 'delete', undefined],
    ])
  }
  for (const { live } of [ana, sofia, hugo]) expect(chatEvents(live.frames)).toEqual([])
  for (const { live } of [bruno, carla, ana, sofia, hugo]) live.close()
})

test('informs removed members and publishes nothing more to them, also after they reconnect', async () => {
  const bruno = await world.live(world.bruno)
  const carla = await world.live(world.carla)
  const { id } = (await bruno.post('/chats', { title: 'Equipe', users: [world.carla.id, world.ana.id] })).body
  const since = lastEventNumber(world.ctx(1))
  await bruno.put(`/chats/${id}`, { users: [world.ana.id] })
  await bruno.post(`/chats/${id}/messages`, { message: 'sem a Carla' })
  await carla.live.settled()
  const expected = ['company-1-chat-user-3', 'delete', undefined]
  expect(chatEvents(carla.live.frames).slice(1)).toEqual([expected])
  carla.live.close()
  const back = await world.live(world.carla, since)
  await back.live.settled()
  expect(chatEvents(back.live.frames)).toEqual([expected])
  const ana = await world.live(world.ana, since)
  await ana.live.settled()
  expect(chatEvents(ana.live.frames).map(([, , message]) => message)).toEqual([undefined, 'sem a Carla', 'sem a Carla'])
  // Added again, she gets only that.
  await bruno.put(`/chats/${id}`, { users: [world.carla.id, world.ana.id] })
  const again = await world.live(world.carla, since)
  await again.live.settled()
  expect(chatEvents(again.live.frames)).not.toContainEqual(expected)
  for (const { live } of [bruno, back, ana, again]) live.close()
})
